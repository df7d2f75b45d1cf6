// The same requests by Go's net/http, set up as a Go user would for speed: one Transport that keeps as many idle connections
// as there are requests at once. Standard library only. Arguments and output: Benchmarks/README.md.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"sort"
	"sync"
	"time"
)

var errCannot = errors.New("cannot do that")

type options struct {
	url, cacert, out                        string
	requests, concurrency, warmup, segments int
	h2, decode, form                        bool
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "go-http:", err)
		if errors.Is(err, errCannot) {
			os.Exit(64)
		}
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) == 0 {
		return fmt.Errorf("%w: the commands are get, download and version", errCannot)
	}
	var o options
	flags := flag.NewFlagSet(arguments[0], flag.ContinueOnError)
	flags.StringVar(&o.url, "url", "", "")
	flags.StringVar(&o.cacert, "cacert", "", "trust only this PEM file")
	flags.StringVar(&o.out, "out", "", "the file to write")
	flags.IntVar(&o.requests, "requests", 1, "")
	flags.IntVar(&o.concurrency, "concurrency", 1, "")
	flags.IntVar(&o.warmup, "warmup", 0, "requests before those that count")
	flags.IntVar(&o.segments, "segments", 1, "")
	flags.BoolVar(&o.h2, "h2", false, "insist on HTTP/2")
	flags.BoolVar(&o.decode, "decode", false, "")
	flags.BoolVar(&o.form, "form", false, "")
	if err := flags.Parse(arguments[1:]); err != nil {
		return fmt.Errorf("%w: %v", errCannot, err)
	}
	client, err := newClient(o)
	if err != nil {
		return err
	}
	switch arguments[0] {
	case "get":
		return get(client, o)
	case "download":
		return download(client, o)
	case "version":
		fmt.Println(runtime.Version())
		return nil
	}
	return fmt.Errorf("%w: %s", errCannot, arguments[0])
}

func newClient(o options) (*http.Client, error) {
	transport := &http.Transport{
		MaxIdleConns:        o.concurrency,
		MaxIdleConnsPerHost: o.concurrency,
		ForceAttemptHTTP2:   o.h2,
		TLSClientConfig:     &tls.Config{},
	}
	if !o.h2 {
		transport.MaxConnsPerHost = o.concurrency
	}
	if o.cacert != "" {
		pem, err := os.ReadFile(o.cacert)
		if err != nil {
			return nil, err
		}
		transport.TLSClientConfig.RootCAs = x509.NewCertPool()
		if !transport.TLSClientConfig.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("no certificate in %s", o.cacert)
		}
	}
	return &http.Client{Transport: transport}, nil
}

// share is what one worker has done.
type share struct {
	latencies  []time.Duration
	bytes, sum int
	errors     int
	last       error
}

func get(client *http.Client, o options) error {
	inFlight(client, o, o.warmup)
	start := time.Now()
	shares := inFlight(client, o, o.requests)
	seconds := time.Since(start).Seconds()

	var total share
	for _, s := range shares {
		total.latencies = append(total.latencies, s.latencies...)
		total.sum += s.sum
		total.errors += s.errors
		if s.bytes > 0 {
			total.bytes = s.bytes
		}
		if s.last != nil {
			total.last = s.last
		}
	}
	sort.Slice(total.latencies, func(i, j int) bool { return total.latencies[i] < total.latencies[j] })
	percentile := func(part int) float64 {
		if len(total.latencies) == 0 {
			return 0
		}
		return float64(total.latencies[len(total.latencies)*part/100].Nanoseconds()) / 1000
	}
	fmt.Printf(`{"seconds":%f,"requests":%d,"errors":%d,"bytes":%d,"p50us":%.1f,"p99us":%.1f`,
		seconds, o.requests, total.errors, total.bytes, percentile(50), percentile(99))
	if o.decode {
		fmt.Printf(`,"sum":%d`, total.sum)
	}
	fmt.Println("}")
	if total.errors > 0 {
		return fmt.Errorf("%d requests failed: %w", total.errors, total.last)
	}
	return nil
}

// inFlight makes count requests, so many at a time as the options say.
func inFlight(client *http.Client, o options, count int) []share {
	shares := make([]share, o.concurrency)
	var workers sync.WaitGroup
	for i := range shares {
		n := count / o.concurrency
		if i < count%o.concurrency {
			n++
		}
		workers.Add(1)
		go func(s *share) {
			defer workers.Done()
			s.latencies = make([]time.Duration, 0, n)
			for ; n > 0; n-- {
				start := time.Now()
				if err := request(client, o, s); err != nil {
					s.errors++
					s.last = err
				}
				s.latencies = append(s.latencies, time.Since(start))
			}
		}(&shares[i])
	}
	workers.Wait()
	return shares
}

func request(client *http.Client, o options, s *share) error {
	var response *http.Response
	var err error
	if o.form {
		response, err = client.PostForm(o.url, url.Values{"name": {"Ada Lovelace"}, "note": {"a&b=c ü"}})
	} else {
		response, err = client.Get(o.url)
	}
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != 200 {
		return errors.New(response.Status)
	}
	if o.h2 && response.ProtoMajor != 2 {
		return errors.New("not HTTP/2 but " + response.Proto)
	}
	s.bytes = len(body)
	if o.decode {
		var item struct {
			ID   int    `json:"id"`
			Name string `json:"name"`
		}
		if err := json.Unmarshal(body, &item); err != nil {
			return err
		}
		s.sum += item.ID
	}
	return nil
}

func download(client *http.Client, o options) error {
	if o.segments > 1 {
		return fmt.Errorf("%w: net/http has no downloads in segments", errCannot)
	}
	start := time.Now()
	var sink io.WriteCloser = discard{io.Discard}
	if o.out != "" {
		file, err := os.Create(o.out)
		if err != nil {
			return err
		}
		sink = file
	}
	response, err := client.Get(o.url)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != 200 {
		return errors.New(response.Status)
	}
	bytes, err := io.Copy(sink, response.Body)
	if err == nil {
		err = sink.Close()
	}
	if err != nil {
		return err
	}
	fmt.Printf("{\"seconds\":%f,\"requests\":1,\"errors\":0,\"bytes\":%d}\n", time.Since(start).Seconds(), bytes)
	return nil
}

// discard is io.Discard with the method that a file has.
type discard struct{ io.Writer }

func (discard) Close() error { return nil }
