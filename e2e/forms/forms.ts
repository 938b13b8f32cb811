import { borrowersForms } from "./borrowers-forms.ts";
import { choosingForms } from "./choosing-forms.ts";
import { deskForms } from "./desk-forms.ts";
import type { FormRow } from "./form-row.ts";
import { staffAccountForms } from "./staff-account-forms.ts";
import { staffForms } from "./staff-forms.ts";

/** Every form of the product. */
export const forms: readonly FormRow[] = [
  ...borrowersForms,
  ...staffForms,
  ...deskForms,
  ...staffAccountForms,
  ...choosingForms,
];
