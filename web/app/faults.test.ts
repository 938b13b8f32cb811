import { describe, expect, it } from "vitest";
import { answerFault } from "./query-client.ts";

const onCart = { kind: "mutation", pathname: "/user/cartitems" } as const;
const onOrders = { kind: "query", pathname: "/admin/orderlist" } as const;

describe("the general error handler", () => {
  it("shows a refusal's sentence and stays on the page", () => {
    expect(answerFault({ status: 200, message: "Only 2 in stock." }, onCart)).toEqual({
      do: "say",
      message: "Only 2 in stock.",
    });
  });

  it("sends staff to set up two-step verification when the library requires it", () => {
    const refusal = { status: 200, message: "x", reason: { kind: "two-step-required" } } as const;
    expect(answerFault(refusal, onOrders)).toEqual({ do: "go", to: "/admin/account" });
  });

  it("ends the session on 401 and goes to the login of the same side", () => {
    const sessionEnd = { do: "go", message: "Unauthorized", sessionIsOver: true };
    expect(answerFault({ status: 401, message: "x" }, onCart)).toEqual({ ...sessionEnd, to: "/user/login" });
    expect(answerFault({ status: 401, message: "x" }, onOrders)).toEqual({ ...sessionEnd, to: "/admin/login" });
  });

  it("shows Forbidden on 403 and goes to the login", () => {
    expect(answerFault({ status: 403, message: "x" }, onOrders)).toEqual({
      do: "go",
      to: "/admin/login",
      message: "Forbidden",
    });
  });

  it("goes to notfound on 404 without a message", () => {
    expect(answerFault({ status: 404, message: "Not found" }, onCart)).toEqual({ do: "go", to: "/notfound" });
  });

  it("shows any other error's message, or the default sentence, and goes to the login", () => {
    expect(answerFault({ status: 500, message: "Broken" }, onCart)).toEqual({
      do: "go",
      to: "/user/login",
      message: "Broken",
    });
    const sentence = "Ooops! Something went really wrong!";
    expect(answerFault({ status: 500, message: "" }, onCart)).toEqual({
      do: "go",
      to: "/user/login",
      message: sentence,
    });
    expect(answerFault({ status: undefined, message: "x is not a function" }, onCart)).toMatchObject({
      message: sentence,
    });
  });

  it.each([0, 429, 503])("stays on the page when the error is temporary (%i)", (status) => {
    expect(answerFault({ status, message: "Try again." }, onCart)).toEqual({ do: "say", message: "Try again." });
    expect(answerFault({ status, message: "Try again." }, onOrders)).toEqual({ do: "nothing" });
  });

  it.each([400, 409, 413, 415])("stays on the page when a change has an invalid form (%i)", (status) => {
    expect(answerFault({ status, message: "No." }, onCart)).toEqual({ do: "say", message: "No." });
    expect(answerFault({ status, message: "No." }, onOrders)).toMatchObject({ do: "go", to: "/admin/login" });
  });

  it.each([0, 200, 401, 403, 404, 500])("does nothing after a background call (%i)", (status) => {
    expect(answerFault({ status, message: "x" }, { kind: "background", pathname: "/home" })).toEqual({ do: "nothing" });
  });
});
