import type * as z from "zod/mini";
import type { StaffRole } from "../people/roles.ts";
import type { Reason } from "./reasons.ts";

/**
 * Who may call; of staff, the least role that may. Required, so that no endpoint can be declared without it. A test holds
 * every call against every role.
 */
export type Access = "anyone" | "user" | StaffRole | "user or volunteer";

type Schema = z.core.$ZodType;
type Shape = Record<string, Schema>;
type Method = "GET" | "POST";

/** The kind of answer: a part of the envelope, one bare JSON value, or a file of a media type. */
export type AnswerKind = { answer: Shape } | { bare: Schema } | { file: string };

export type Endpoint = {
  call: `${Method} ${string}`;
  access: Access;
  params?: Shape;
  query?: Schema;
  /** The shape of the body; anything else gets a 400. */
  body?: Schema;
  /** The largest body in bytes, when it is not the usual one (`bodyLimits`). */
  bodyBytes?: number;
  /** The rules of a well-shaped body; a violation is a refusal (200, isSuccess false) with this schema's sentences. */
  rules?: Schema;
  upload?: string;
  /** The server streams the upload instead of buffering it. */
  streamed?: true;
  /** A POST that only reads; every other POST by an Admin writes an audit entry. */
  changesNothing?: true;
  /** A POST whose rows say who did what and when: it writes no audit entry. */
  keepsItself?: true;
  /** Open to an administrator who has yet to set up the second step that the library demands. */
  beforeTwoStep?: true;
} & AnswerKind;

type Spec = Omit<Endpoint, "call" | "answer" | "bare" | "file"> & AnswerKind;

/**
 * Declares one call of the API, spelled as in the specification; `{name?}` is an optional last segment. Marked for the
 * build: the browser needs the types of most calls, and not their declarations.
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const Call extends Endpoint["call"], const S extends Spec>(
  call: Call,
  spec: S,
): { call: Call } & S {
  return { call, ...spec };
}

type NamesOf<Call extends string> = Call extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesOf<Rest> : never;
type Required<Name extends string> = Name extends `${string}?` ? never : Name;
type Optional<Name extends string> = Name extends `${infer Bare}?` ? Bare : never;

type ParamOf<E, Name extends string, Side extends "in" | "out"> = E extends {
  params: { [P in Name]: infer S extends Schema };
}
  ? Side extends "in"
    ? z.input<S>
    : z.output<S>
  : string;

type Params<E extends Endpoint, Side extends "in" | "out"> = [NamesOf<E["call"]>] extends [never]
  ? unknown
  : {
      params: { [N in Required<NamesOf<E["call"]>>]: ParamOf<E, N, Side> } & {
        [N in Optional<NamesOf<E["call"]>>]?: ParamOf<E, N, Side> | undefined;
      };
    };

type Part<E, K extends "query" | "body", Side extends "in" | "out"> = E extends { [P in K]: infer S extends Schema }
  ? { [P in K]: Side extends "in" ? z.input<S> : z.output<S> }
  : unknown;

/** A query that may be empty may be left out. */
type Query<E> = E extends { query: infer S extends Schema }
  ? Record<never, never> extends z.input<S>
    ? { query?: z.input<S> }
    : { query: z.input<S> }
  : unknown;

type Upload<E> = E extends { upload: string } ? { upload: Blob } : unknown;

export type Request<E extends Endpoint> = Params<E, "in"> & Query<E> & Part<E, "body", "in"> & Upload<E>;

type UploadReceived<E> = E extends { upload: string; streamed: true }
  ? { upload: UploadStream }
  : E extends { upload: string }
    ? { upload: UploadedFile }
    : unknown;

/** An uploaded file, complete and within `serve`'s limit; the name comes from the sender and is only a label. */
export type UploadedFile = { fileName: string; bytes: Uint8Array };

/** A streamed upload: read it to its end. Throws when the file exceeds `serve`'s limit. */
export type UploadStream = { fileName: string; content: AsyncIterable<Uint8Array> };

export type Received<E extends Endpoint> = Params<E, "out"> &
  Part<E, "query", "out"> &
  Part<E, "body", "out"> &
  UploadReceived<E>;

type EnvelopeOf<S extends Shape> = {
  [K in keyof S as undefined extends z.output<S[K]> ? never : K]: z.output<S[K]>;
} & { [K in keyof S as undefined extends z.output<S[K]> ? K : never]?: z.output<S[K]> };

type Succeeded<E extends Endpoint> = E extends { answer: infer S extends Shape }
  ? EnvelopeOf<S> & { message?: string }
  : E extends { bare: infer S extends Schema }
    ? z.output<S>
    : FileAnswer;

/** A list that may be long: whole, or piece by piece as the client takes it. */
export type LongList<One> = readonly One[] | AsyncIterable<readonly One[]>;

type MayBeLong<Value> = Value extends readonly (infer One)[] ? LongList<One> : Value;
type LongData<Data> = Data extends readonly unknown[] ? MayBeLong<Data> : { [K in keyof Data]: MayBeLong<Data[K]> };

/**
 * What the server's handler returns on success: a part of the envelope, the bare value, or the file. Lists that are
 * data, or directly in it, may be long.
 */
export type Given<E extends Endpoint> =
  Succeeded<E> extends { data: infer Data } ? Omit<Succeeded<E>, "data"> & { data: LongData<Data> } : Succeeded<E>;

export type FileAnswer = { fileName: string; content: AsyncIterable<Uint8Array | string> };

export type Answer<E extends Endpoint> = E extends { file: string }
  ? { fileName: string; content: Blob }
  : Succeeded<E>;

/** One invalid field and its sentence; with a reason if the sentence has parameters. */
export type FieldError = { field: string; message: string; reason?: Reason | undefined };

export function callParts(call: Endpoint["call"]): { method: Method; path: string } {
  const [method, path] = call.split(" ");
  return { method: method === "GET" ? "GET" : "POST", path: path ?? "" };
}
