package dev.heed.verify.conformance;

import dev.heed.Heed;
import java.net.http.HttpClient;
import java.util.function.UnaryOperator;

/**
 * The one thing that is wrong with a client, at one of the places where it can be: in what the plan
 * says, between Heed and its host, between the caller and Heed, or between two clients of Heed.
 * Whatever is not overridden is right.
 */
interface Fault {

  /** The plan that the client follows in place of the given one. */
  default Heed plan(Heed given) {
    return given;
  }

  /** What Heed sends through. */
  default HttpClient host(HttpClient right, Heed plan) {
    return right;
  }

  /** What the caller calls. */
  default HttpClient caller(HttpClient right, Heed plan) {
    return right;
  }

  /** What an outer client of Heed takes for its host. */
  default HttpClient nested(HttpClient inner) {
    return inner;
  }

  /** No fault. */
  static Fault none() {
    return new Fault() {};
  }

  static Fault ofPlan(UnaryOperator<Heed> wrong) {
    return new Fault() {
      @Override
      public Heed plan(Heed given) {
        return wrong.apply(given);
      }
    };
  }

  static Fault ofHost(UnaryOperator<HttpClient> wrong) {
    return new Fault() {
      @Override
      public HttpClient host(HttpClient right, Heed plan) {
        return wrong.apply(right);
      }
    };
  }

  static Fault ofCaller(UnaryOperator<HttpClient> wrong) {
    return new Fault() {
      @Override
      public HttpClient caller(HttpClient right, Heed plan) {
        return wrong.apply(right);
      }
    };
  }
}
