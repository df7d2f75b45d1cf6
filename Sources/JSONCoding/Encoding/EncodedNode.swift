/// What has been encoded so far. Arrays and objects are shared with the containers that still fill them.
enum EncodedNode {
    case value(JSON.Value)
    case array(EncodedArray)
    case object(EncodedObject)
    /// What a super encoder that was handed out will have encoded.
    case later(ValueEncoder)

    /// The finished value.
    var value: JSON.Value {
        switch self {
        case .value(let value): value
        case .array(let array): .array(array.elements.map(\.value))
        case .object(let object): .object(JSON.Object(zip(object.names, object.values.lazy.map(\.value)).map { ($0, $1) }))
        case .later(let encoder): encoder.node?.value ?? .object([:])
        }
    }
}

final class EncodedArray {
    var elements: [EncodedNode] = []
}

final class EncodedObject {
    private(set) var names: [String] = []
    private(set) var values: [EncodedNode] = []
    /// Where each name is, once there are many.
    private var positions: [[UInt8]: Int] = [:]

    /// The value of a member. Names are told apart by their bytes: to Swift, texts that look alike are equal.
    subscript(name: String) -> EncodedNode? {
        get { position(of: name).map { values[$0] } }
        set {
            guard let newValue else { return }
            if let position = position(of: name) {
                values[position] = newValue
            } else {
                names.append(name)
                values.append(newValue)
                if !positions.isEmpty { positions[Array(name.utf8)] = names.count - 1 }
            }
        }
    }

    private func position(of name: String) -> Int? {
        if names.count < 16 { return names.firstIndex { $0.utf8.count == name.utf8.count && $0.utf8.elementsEqual(name.utf8) } }
        if positions.isEmpty {
            positions = Dictionary(names.enumerated().map { (Array($1.utf8), $0) }) { first, _ in first }
        }
        return positions[Array(name.utf8)]
    }
}
