extension ReaderInvocation {
    /// What `--help` prints.
    package static let helpText = """
        Usage: retriever [--terminal]                        read, rate and browse
               retriever joke [ID] [--json]                  print a joke, a random one without ID
               retriever vote ID up|down|clear               vote on a joke, or take the vote back
               retriever courses [--json]                    print the courses
               retriever courses --private --user NAME       print the private ones

        Reads jokes, votes on them and lists courses. Without a command it opens a window, or in a terminal without
        display the same in text; with neither it prints one joke.

          --terminal     the text form, even where a window could be opened; its keys are shown at the bottom
          --service URL  the service to ask; $RETRIEVER_SERVICE when not given, else \(defaultService)
          --json         print JSON for programs
          --user NAME    who asks for the private courses; the password is asked for without echo, or read from
                         standard input, one line
          --help, -h     show this text
          --version      show the version

        Start a service with retriever-service. Exit status: 0 done, 1 the service cannot be reached or refuses,
        2 the command line means nothing.

        Examples:
          retriever joke
          retriever joke 17 --json
          retriever vote 17 up --service http://localhost:8080
          retriever courses --private --user ann < password-file
        """
}
