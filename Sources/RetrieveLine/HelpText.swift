extension RetrieveInvocation {
    /// What `--help` prints.
    package static let helpText = """
        Usage: retrieve [--form] [--follow] [METHOD] URL [item …]

        Makes an HTTP request and writes the content of the response to standard output as it arrives.
        Without METHOD it is GET, or POST when there is something to send.

        URL       http:// may be left out; :8080/path is http://localhost:8080/path

        Items, as many as you like:
          name=value      text to send, as a member of a JSON object or, with --form, of a form
          name:=json      JSON to send: count:=3 tags:='["a","b"]'
          name==value     a parameter of the query
          Name:value      a header field; Name: leaves a default one out
          A backslash makes a separator part of the name: a\\=b=c sends c as “a=b”.

          --form, -f      send a form (application/x-www-form-urlencoded) instead of JSON
          --json, -j      send JSON, as without this
          --follow, -F    follow redirects; without it they are delivered
          --help, -h      show this text
          --version       show the version

        Exit status: 0 for 2xx, 3 for 3xx, 4 for 4xx, 5 for 5xx; 1 when there was no complete answer, 2 when the command
        line means nothing.

        Examples:
          retrieve :8080/jokes/random firstName==Ada
          retrieve --form :8080/rater/vote joke_id=17 vote=1
          retrieve PUT api.example.org/people/7 name="Ada Lovelace" age:=29 X-Reason:renamed
        """
}
