import type * as z from "zod/mini";
import type { StaffRole } from "../people/roles.ts";
import type { Reason } from "./refusals.ts";

/** The lowest role that may call an endpoint. A test checks every call against every role. */
export type Access = "anyone" | "user" | StaffRole | "user or volunteer";

type Schema = z.core.$ZodType;
type Shape = Record<string, Schema>;
type Method = "GET" | "POST";

/** Part of the envelope, one bare JSON value, or a file of a media type. */
export type AnswerKind = { answer: Shape } | { bare: Schema } | { file: string };

export type Endpoint = {
  call: `${Method} ${string}`;
  access: Access;
  params?: Shape;
  query?: Schema;
  /** A body of any other shape gets a 400. */
  body?: Schema;
  /** In bytes, if the limit isn't `bodyLimits.usual`. */
  bodyBytes?: number;
  /** Breaking one of these rules is a refusal (200, isSuccess false) with the schema's sentence. */
  rules?: Schema;
  upload?: string;
  /** The server streams the upload instead of buffering it. */
  streamed?: true;
  /** Marks a POST that only reads. Every other POST by staff adds an entry to the activity log. */
  changesNothing?: true;
  /** Marks a POST whose rows already record who did what and when, so that it skips the activity log. */
  logsItself?: true;
  /** Lets staff call this before they have set up the two-step verification that the library requires. */
  beforeTwoStep?: true;
} & AnswerKind;

type Spec = Omit<Endpoint, "call" | "answer" | "bare" | "file"> & AnswerKind;

/**
 * Declares a call of the API; `{name?}` is an optional last segment. It has no side effects, so that the bundler can
 * drop declarations that the browser uses only as types.
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

/** Lets callers leave out an empty query. */
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

/** A complete uploaded file within the size limit. The sender chose its name, so it is only a label. */
export type UploadedFile = { fileName: string; bytes: Uint8Array };

/**
 * A streamed upload, which the handler must read to the end. Throws if the file exceeds the size limit. Aborted when
 * the sender hangs up, because nothing should be saved for an upload that its sender saw fail.
 */
export type UploadStream = { fileName: string; content: AsyncIterable<Uint8Array>; signal: AbortSignal };

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

/** A list that may be long: either whole, or in batches that are sent as the client reads them. */
export type LongList<Row> = readonly Row[] | AsyncIterable<readonly Row[]>;

type MayBeLong<Value> = Value extends readonly (infer Row)[] ? LongList<Row> : Value;
type LongData<Data> = Data extends readonly unknown[] ? MayBeLong<Data> : { [K in keyof Data]: MayBeLong<Data[K]> };

/** The result of a handler. A list may be long if it is `data` or a direct field of `data`. */
export type Given<E extends Endpoint> =
  Succeeded<E> extends { data: infer Data } ? Omit<Succeeded<E>, "data"> & { data: LongData<Data> } : Succeeded<E>;

export type FileAnswer = { fileName: string; content: Uint8Array | AsyncIterable<Uint8Array | string> };

export type Answer<E extends Endpoint> = E extends { file: string }
  ? { fileName: string; content: Blob }
  : Succeeded<E>;

/** An invalid field and its sentence. The reason is present if the sentence has parameters, for translation. */
export type FieldError = { field: string; message: string; reason?: Reason | undefined };

export function callParts(call: Endpoint["call"]): { method: Method; path: string } {
  const [method, path] = call.split(" ");
  return { method: method === "GET" ? "GET" : "POST", path: path ?? "" };
}
