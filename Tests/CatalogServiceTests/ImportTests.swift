import CatalogStore
import Foundation
import TestSupport
import Testing

@testable import CatalogService

@Suite("Importing")
struct ImportTests {
    @Test(
        "Names become placeholders",
        arguments: [
            ("Chuck Norris counts.", "{first} {last} counts."), ("Norris's dog likes Chuck", "{last}'s dog likes {first}"),
            ("Chuckle, Norrison, CHUCK", "Chuckle, Norrison, CHUCK"), ("“Chuck”-Norris!", "“{first}”-{last}!"),
            ("{first} stays", "{first} stays"), ("", ""),
        ])
    func namesBecomePlaceholders(text: String, template: String) { #expect(ContentFile.placingNames(in: text) == template) }

    @Test func importedContentIsServed() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            #"""
            {"jokes":[{"joke":"Chuck Norris & \"friends\".","categories":["new"]},{"joke":"Plain"}],
             "courses":[{"slug":"extra","title":"Extra","upcoming":[]},{"slug":"home-baking","title":"Baking, again"}]}
            """#, to: "more.json")
        let fixture = try await ServiceFixture { $0.importFile = file }
        #expect(try await fixture.get("/jokes/count").object["value"] as? Int == 157)
        let joke = try await fixture.get("/jokes/random?limitTo=new&firstName=Ada&lastName=L")
        #expect(joke.value["joke"] as? String == "Ada L &amp; &quot;friends&quot;.")
        let titles = (try await fixture.get("/courses.json").object["courses"] as? [[String: Any]])?.compactMap {
            $0["title"] as? String
        }
        #expect(titles?.first == "Baking, again")
        #expect(titles?.last == "Extra")
        #expect(titles?.count == 16)
        await fixture.stop()
    }

    @Test(
        "Malformed files",
        arguments: [
            ("{", "not JSON: line 1, column 2"), ("[]", "not JSON of the form"),
            (#"{"jokes":[{"joke":"ok"},{"text":"x"}]}"#, "jokes[1]: joke is missing"),
            (#"{"jokes":[{"joke":5}]}"#, "jokes[0].joke"),
            (#"{"jokes":[{"joke":"a"},{"joke":"  "}]}"#, "jokes[1]: the text is empty"),
            (#"{"jokes":[{"joke":"a","categories":["x,y"]}]}"#, "jokes[0]: a category"),
            (#"{"jokes":[{"joke":"a"}],"courses":[{"slug":"A b","title":"t"}]}"#, "courses[0]: the slug"),
            (#"{"courses":[{"slug":"a"}]}"#, "courses[0]: title is missing"),
            (
                #"{"courses":[{"slug":"a","title":"t","upcoming":[{"start_date":"x"}]}]}"#,
                "courses[0].upcoming[0]: end_date is missing"
            ),
        ])
    func malformedFileNamesTheEntryAndAddsNothing(text: String, message: String) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "bad.json")
        let catalog = try await CatalogFile.open(folder.file("catalog.sqlite"))
        await #expect {
            try await CatalogFile.add(file: file, to: catalog)
        } throws: { error in
            "\(error)".contains(message) && "\(error)".contains(file)
        }
        #expect(catalog.jokeCount(in: .all) == 155)
        await catalog.close()
    }
}
