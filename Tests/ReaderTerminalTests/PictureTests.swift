import CatalogAPI
import PageText
import Testing

@testable import Reader
@testable import ReaderTerminal

private let sizes = [
    TerminalSize(width: 80, height: 24), TerminalSize(width: 40, height: 10), TerminalSize(width: 200, height: 60),
    TerminalSize(width: 20, height: 5),
    TerminalSize(width: 1, height: 1),
]

private func text(_ picture: TerminalPicture, _ size: TerminalSize) -> [String] { picture.lines(size).map(\.plain) }

private func joke(_ text: String = "It is &lt;funny&gt;.", rating: Rating? = Rating(id: 17, up: 3, down: 1)) -> JokePicture {
    JokePicture(
        state: .loaded(.init(joke: Joke(id: 17, joke: text, categories: ["nerdy"]), rating: rating)),
        service: "http://127.0.0.1:8080")
}

private let page = ReadablePage(
    title: "A page",
    blocks: [
        .init(.heading, [.init("Heading")]),
        .init(.paragraph, [.init("Go "), .init("there", link: 1), .init(" or "), .init("here", link: 2)]),
        .init(.item, [.init("one")]), .init(.item, [.init("two")]),
    ], links: [.init(address: "http://a/"), .init(address: "http://b/")])

@Suite("Screens as they look")
struct PictureTests {
    @Test("Every screen fits", arguments: sizes)
    func pictureFillsTheTerminalExactly(size: TerminalSize) {
        var long = PagePicture(
            title: "日本語のタイトル and more of it, much more of it than fits", address: "http://example.org/a/long/address")
        long.page = ReadablePage(
            title: "", blocks: (0..<100).map { .init(.paragraph, [.init("Paragraph \($0) 日本語 with words")]) }, links: page.links)
        var asking = CoursesPicture(state: .failed("no route to host"), service: "http://127.0.0.1:8080")
        asking.status = StyledText(String(repeating: "wrong ", count: 30))
        let pictures = [
            joke().picture(size), joke(String(repeating: "long joke ", count: 100)).picture(size),
            JokePicture(state: .loading, service: "s").picture(size),
            JokePicture(state: .failed("refused"), service: "s").picture(size),
            long.picture(size), asking.picture(size),
        ]
        for picture in pictures {
            let lines = picture.lines(size)
            #expect(lines.count == size.height)
            #expect(lines.allSatisfy { $0.width <= size.width })
        }
    }

    @Test("The legend is complete", arguments: [TerminalSize(width: 80, height: 24), TerminalSize(width: 40, height: 10)])
    func jokeScreenShowsEveryKey(size: TerminalSize) {
        var voted = joke()
        voted.state = .loaded(.init(joke: Joke(id: 17, joke: "x"), rating: Rating(id: 17, up: 1, down: 0, vote: .up)))
        let shown = text(voted.picture(size), size).joined(separator: "\n")
        for entry in ["u Vote Up", "d Vote Down", "c Undo", "n Another", "w Chuck Who?", "l Courses", "q Quit"] {
            #expect(shown.contains(entry))
        }
        #expect(!text(joke().picture(size), size).joined().contains("c Undo"), "nothing to take back")
    }

    @Test func jokeIsShownAsPeopleReadItWithItsRating() {
        let size = TerminalSize(width: 80, height: 24)
        let shown = text(joke().picture(size), size)
        #expect(shown.contains("  It is <funny>."))
        #expect(shown.contains("  3 up, 1 down"))
        #expect(shown.contains("  #17 · nerdy"))
        #expect(text(joke(rating: nil).picture(size), size).joined().contains("did not say how it is rated"))
    }

    @Test func failureSaysWhatHappenedAndOffersAnotherTry() {
        let size = TerminalSize(width: 40, height: 10)
        let picture = JokePicture(state: .failed("could not connect: connection refused"), service: "http://127.0.0.1:8080")
            .picture(size)
        let shown = text(picture, size).joined(separator: "\n")
        #expect(shown.contains("connection refused") && shown.contains("r Try Again") && !shown.contains("u Vote Up"))
        #expect(picture.body.map(\.plain).joined(separator: " ").contains("http://127.0.0.1:8080; retriever-service starts one"))
    }

    @Test func selectedCourseIsAlwaysInView() {
        let rows = (1...30).map { CoursesModel.Row(title: "Course \($0)", date: "no date yet", page: nil) }
        for size in [TerminalSize(width: 80, height: 24), TerminalSize(width: 40, height: 10)] {
            for selection in rows.indices {
                var picture = CoursesPicture(state: .loaded(rows), service: "s")
                picture.selection = selection
                #expect(text(picture.picture(size), size).contains { $0.contains("▸ Course \(selection + 1)") })
            }
        }
    }

    @Test func courseHasItsDateBesideOrBelowIt() {
        let picture = CoursesPicture(state: .loaded([.init(title: "Tango", date: "2027-03-13, Hall", page: nil)]), service: "s")
        let (wide, narrow) = (TerminalSize(width: 80, height: 24), TerminalSize(width: 40, height: 10))
        #expect(text(picture.picture(wide), wide)[2].contains(/▸ Tango +2027-03-13, Hall/))
        #expect(text(picture.picture(narrow), narrow)[1...2].map { $0 } == [" ▸ Tango", "     2027-03-13, Hall"])
    }

    @Test func pageShowsTextWithNumberedLinks() {
        let size = TerminalSize(width: 80, height: 24)
        var picture = PagePicture(title: "Title", address: "http://x/")
        picture.page = page
        #expect(picture.picture(size).body.map(\.plain) == ["Heading", "", "Go there[1] or here[2]", "", "• one", "• two"])
        picture.title = "Heading"
        #expect(picture.picture(size).body.first?.plain == "Go there[1] or here[2]", "the title is not said twice")
    }

    @Test(
        "History keys",
        arguments: [(false, false, nil), (true, false, "< History"), (false, true, "> History"), (true, true, "< > History")])
    func historyKeysAreShownWhenTheyCanAct(back: Bool, forward: Bool, entry: String?) {
        let size = TerminalSize(width: 80, height: 24)
        var picture = PagePicture(title: "Title", address: "http://x/")
        picture.page = page
        picture.canGoBack = back
        picture.canGoForward = forward
        let shown = text(picture.picture(size), size).joined(separator: "\n")
        if let entry { #expect(shown.contains(entry)) } else { #expect(!shown.contains("History")) }
    }

    @Test func pageTellsHowLoadingGoes() {
        let size = TerminalSize(width: 80, height: 24)
        var picture = PagePicture(title: "Title", address: "http://x/")
        picture.isLoading = true
        #expect(text(picture.picture(size), size).joined().contains("Loading http://x/ …"))
        picture.isLoading = false
        picture.problem = "Only web pages can be opened here."
        #expect(text(picture.picture(size), size).joined(separator: "\n").contains("Only web pages can be opened here."))
        #expect(picture.picture(size).legend.contains(.init("r", "Try Again")))
        picture.problem = nil
        picture.page = page
        #expect(text(picture.picture(size), size).joined().contains("Loaded http://x/"))
    }

    @Test func onlyChangedLinesAreWritten() {
        let size = TerminalSize(width: 20, height: 5)
        var writer = FrameWriter(usesStyles: true)
        let first = writer.write(["a", "b"].map { StyledText($0, .bold) }, size: size)
        #expect(first == "\u{1B}[0m\u{1B}[2J\u{1B}[1;1H\u{1B}[1ma\u{1B}[0m\u{1B}[K\u{1B}[2;1H\u{1B}[1mb\u{1B}[0m\u{1B}[K")
        #expect(writer.write([StyledText("a", .bold), StyledText("c")], size: size) == "\u{1B}[2;1Hc\u{1B}[K")
        #expect(writer.write([StyledText("a", .bold), StyledText("c")], size: size) == "")
        #expect(writer.write([StyledText("a", .bold)], size: TerminalSize(width: 1, height: 5)).hasPrefix("\u{1B}[0m\u{1B}[2J"))
        var plain = FrameWriter(usesStyles: false)
        #expect(!plain.write([StyledText("a", [.bold, .alarming])], size: size).contains("[1" + "m"))
    }
}
