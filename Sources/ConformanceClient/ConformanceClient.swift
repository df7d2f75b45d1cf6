import Console
import Dispatch
import Retriever

/// `conformance-client`: lets test suites in any language drive the library. Reads JSON objects, one a line, carries all of them out
/// at once, and writes an answer with the same `id` for each, in any order, as it is done. Ends when the input has ended and every
/// answer is out.
@main
struct ConformanceClient {
    static func main() {
        let answers = DispatchGroup()
        let clients = Clients()
        while let line = readLine() {
            answers.enter()
            Task.detached {  // the main thread reads
                Console.print(await answer(line, clients).description)
                answers.leave()
            }
        }
        answers.wait()
    }

    private static func answer(_ line: String, _ clients: Clients) async -> JSON.Value {
        guard let request = try? JSON.Value(parsing: line), request.object != nil else {
            return ["error": "not a JSON object", "kind": "other"]
        }
        var answer: JSON.Object
        if let function = request["fn"]?.string {
            answer = Functions.answer(function, request["args"] ?? [:])
        } else if let operation = request["op"]?.string {
            answer = clients.answer(operation)
        } else {
            answer = await Exchange(request).answer(clients)
        }
        answer["id"] = request["id"] ?? .null
        return .object(answer)
    }
}
