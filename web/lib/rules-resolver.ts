import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import * as z from "zod/mini";

// why: zod's compiled checks need eval, which the page's content policy forbids and would report
z.config({ jitless: true });

/** Lets a form obey rules of the contract, sentences included: `useForm({ resolver: rulesResolver(itemRules) })`. */
export const rulesResolver = standardSchemaResolver;
