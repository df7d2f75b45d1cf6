/// A value that many hold and nobody changes: handing it on costs one reference count, however large it is.
package final class Shared<Value: Sendable>: Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}
