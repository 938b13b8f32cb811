import { useLanguage } from "#web/language/use-language.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import type { SuggestedSchool } from "#contract/people/schools.ts";
import { brokenRulesOf } from "#web/lib/broken-rules-of.ts";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import styles from "#web/ui/form/form.module.css";
import schoolFieldStyles from "#web/people/schools/school-field.module.css";
import { TextField } from "#web/ui/forms/text-fields.tsx";

/** Empty values, in the order of the form. */
export const emptyPerson = {
  borrowerName: "",
  emailAddress: "",
  phoneNumber: "",
  schoolName: "",
  schoolDistrict: "",
  "address.street": "",
  "address.city": "",
  "address.state": "",
  "address.zip": "",
};

export const personalNames = Object.keys(emptyPerson);

export type PersonalValues = typeof emptyPerson;

export function personBody(values: PersonalValues) {
  const { borrowerName, emailAddress, phoneNumber, schoolName, schoolDistrict } = values;
  const address = {
    street: values["address.street"],
    city: values["address.city"],
    state: values["address.state"],
    zip: values["address.zip"],
  };
  return { borrowerName, emailAddress, phoneNumber, schoolName, schoolDistrict, address };
}

export function personValues({ address, ...person }: PersonBody): PersonalValues {
  return {
    borrowerName: person.borrowerName,
    emailAddress: person.emailAddress,
    phoneNumber: person.phoneNumber,
    schoolName: person.schoolName,
    schoolDistrict: person.schoolDistrict,
    "address.street": address.street,
    "address.city": address.city,
    "address.state": address.state,
    "address.zip": address.zip,
  };
}

type PersonBody = ReturnType<typeof personBody>;

export type RegistrationBody = PersonBody & { user: { userName: string; password: string; confirmPassword: string } };

export function personProblems(body: PersonBody | RegistrationBody): Promise<FieldError[]> {
  return brokenRulesOf(async () => {
    const { borrowerRules, registrationRules } = await import("#contract/people/accounts.ts");
    return "user" in body ? registrationRules : borrowerRules;
  }, body);
}

type Wiring = Omit<ComponentProps<typeof TextField>, "label">;

type PersonalFieldsProps = {
  field: (name: keyof PersonalValues) => Wiring;
  fill: (change: (now: PersonalValues) => Partial<PersonalValues>) => void;
  afterEmail?: ReactNode;
};

/** Fills in the selected school's district, and its address if there is none yet. */
function withSchool(now: PersonalValues, { school, district, city, state, zip }: SuggestedSchool) {
  const hasAddress = now["address.city"].trim() !== "" || now["address.zip"].trim() !== "";
  const place = { "address.city": city, "address.state": now["address.state"].trim() || state, "address.zip": zip };
  return { schoolName: school, schoolDistrict: district, ...(!hasAddress && place) };
}

export function PersonalFields({ field, fill, afterEmail }: PersonalFieldsProps) {
  const { t } = useLanguage();
  const [school, setSchool] = useState<SuggestedSchool>();
  const zip = String(field("address.zip").value ?? "").slice(0, 5);
  const isElsewhere = school !== undefined && zip !== "" && zip !== school.zip.slice(0, 5);
  return (
    <>
      <TextField {...field("borrowerName")} label={t("Full name")} autoComplete="name" width="l" />
      <TextField
        {...field("emailAddress")}
        label={t("Email address")}
        type="email"
        autoComplete="email"
        inputMode="email"
        width="l"
      />
      {afterEmail}
      <TextField
        {...field("phoneNumber")}
        label={t("Phone number")}
        type="tel"
        autoComplete="tel"
        hint={t("Include the area code.")}
      />
      <SchoolField
        autoComplete="organization"
        {...field("schoolName")}
        label={t("School name")}
        width="l"
        of="schools"
        district={String(field("schoolDistrict").value ?? "")}
        onSchool={(chosen) => {
          setSchool(chosen);
          fill((now) => withSchool(now, chosen));
        }}
      />
      <SchoolField
        {...field("schoolDistrict")}
        label={t("School district")}
        width="l"
        autoComplete="off"
        of="districts"
        onSchool={({ district }) => fill(() => ({ schoolDistrict: district }))}
      />
      <TextField
        {...field("address.street")}
        label={t("Street")}
        autoComplete="street-address"
        width="l"
        hint={
          isElsewhere ? (
            <strong>
              {t("{school} is in {city} {zip}. Is this address still right? It’s where we ship.", school)}
            </strong>
          ) : (
            t("Use the school’s address. That’s where we ship.")
          )
        }
      />
      <TextField {...field("address.city")} label={t("City")} autoComplete="address-level2" />
      <div className={styles.pair}>
        <TextField {...field("address.state")} label={t("State")} autoComplete="address-level1" width="s" />
        <TextField
          {...field("address.zip")}
          label={t("Zip")}
          autoComplete="postal-code"
          inputMode="numeric"
          width="s"
        />
      </div>
    </>
  );
}

const loadList = () => import("#web/people/schools/school-list.tsx");
type Part = Awaited<ReturnType<typeof loadList>> & { field: HTMLInputElement; before: string };

type SchoolFieldProps = ComponentProps<typeof TextField> & {
  of: "schools" | "districts";
  /** The text of the district field: its schools come first. */
  district?: string;
  onSchool: (school: SuggestedSchool) => void;
};

/** Accepts any school or district name, and suggests the state directory's. Loads the list on first focus. */
export function SchoolField({ of, district = "", onSchool, ...props }: SchoolFieldProps) {
  const listId = useId();
  const [part, setPart] = useState<Part>();
  const prepare = (field: EventTarget) => {
    if (part || !(field instanceof HTMLInputElement)) return;
    const before = field.value;
    // without the list, people can still type the name
    loadList().then(
      (list) => setPart({ ...list, field, before }),
      () => undefined,
    );
  };
  return (
    <div className={schoolFieldStyles.box} onFocus={({ target }) => prepare(target)}>
      <TextField
        {...props}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- TextField renders an input
        role="combobox"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-expanded={false}
      />
      {part && (
        <part.SchoolList
          id={listId}
          field={part.field}
          before={part.before}
          of={of}
          district={district}
          onSchool={onSchool}
        />
      )}
    </div>
  );
}
