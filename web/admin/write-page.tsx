import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  type Audience,
  type AudiencePeople,
  maxRecipients,
  type MessagePreview,
  messageRules,
} from "#contract/admin/messages.ts";
import { limits } from "#contract/catalog/codes.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { ordersToDo } from "#web/orders/desk-queries.ts";
import { PhoneLink } from "#web/orders/order-details/order-notices.tsx";
import { ofBorrowers } from "#web/people/borrowers/borrower-queries.ts";
import { audienceQuery, writingTo } from "#web/people/messages.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { sentWords } from "#web/lib/site.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { useUnsavedChanges } from "#web/ui/form/editing.ts";
import { useRecoveredWork } from "#web/ui/form/form-notices.tsx";
import type { Kept } from "#web/ui/form/form-state.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { TextAreaField, TextField } from "#web/ui/forms/text-fields.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { BackLink } from "#web/ui/navigation/links.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Link, useNavigate, useSearchParams } from "#web/ui/router.tsx";
import styles from "./write-page.module.css";

export function WritePage() {
  const [search] = useSearchParams();
  const audience = writingTo.read(search);
  const query = useQuery(audienceQuery(audience));
  const from = origins[audience.to](audience);
  return (
    <Page
      heading="Email borrowers"
      lead={query.data && leads[audience.to](query.data.label)}
      back={<BackLink to={from.path}>{from.words}</BackLink>}
    >
      <Fetched query={query} what="borrowers" skeleton={<SkeletonLines lines={8} />}>
        {(people) => <WriteTo key={writingTo.keyOf(audience)} audience={audience} people={people} back={from.path} />}
      </Fetched>
    </Page>
  );
}

const leads: Record<Audience["to"], (label: string) => string> = {
  borrower: (name) => `An email to ${name}.`,
  title: (title) => `An email to everyone who has “${title}” on loan.`,
  overdue: () => "An email to everyone with an overdue order.",
  school: (school) => `An email to everyone at ${school}.`,
};

const origins: Record<Audience["to"], (audience: Audience) => { path: string; words: string }> = {
  borrower: ({ id }) => ({ path: `/admin/borrowers/${id}`, words: "Back to the borrower" }),
  title: ({ id }) => ({ path: `/admin/viewitem/${id}`, words: "Back to the title" }),
  overdue: () => ({ path: ordersToDo("overdue"), words: "Back to overdue orders" }),
  school: () => ({ path: "/admin/schools", words: "Back to Schools and calendars" }),
};

type WriteToProps = { audience: Audience; people: AudiencePeople; back: string };

function WriteTo({ audience, people, back }: WriteToProps) {
  const { recipients } = people;
  return (
    <Stack>
      {recipients > maxRecipients && (
        <Alert tone="error" title="Too many borrowers">
          You can email up to {maxRecipients} borrowers at a time. This would go to {recipients.toLocaleString("en-US")}
          .
        </Alert>
      )}
      <Card heading={`Goes to ${borrowersIn(recipients)}`}>
        <Recipients of={people} />
      </Card>
      {canGetOne(people) && <WriteForm audience={audience} back={back} />}
    </Stack>
  );
}

const canGetOne = ({ recipients }: Pick<AudiencePeople, "recipients">) => recipients > 0 && recipients <= maxRecipients;

const borrowersIn = (count: number) => (count === 1 ? "1 borrower" : `${count.toLocaleString("en-US")} borrowers`);

function Recipients({ of: { recipients, names, unreached, unreachedTotal } }: { of: AudiencePeople }) {
  const others = recipients - names.length;
  return (
    <Stack>
      {recipients > 0 && (
        <p>{others > 0 ? `${names.join("; ")}; and ${others.toLocaleString("en-US")} more` : names.join("; ")}</p>
      )}
      {recipients + unreachedTotal === 0 && <p>No borrowers match.</p>}
      {unreachedTotal > 0 && (
        <Alert tone="warning" title={`${borrowersIn(unreachedTotal)} can’t be emailed. Call instead.`}>
          <ul aria-label="Borrowers who can’t be emailed">
            {unreached.map(({ borrowerId, borrowerName, phoneNumber, why }) => (
              <li key={borrowerId}>
                <Link to={`/admin/borrowers/${borrowerId}`}>{borrowerName}</Link>, <PhoneLink number={phoneNumber} /> (
                {obstacles[why]})
              </li>
            ))}
            {unreachedTotal > unreached.length && (
              <li>and {(unreachedTotal - unreached.length).toLocaleString("en-US")} more</li>
            )}
          </ul>
        </Alert>
      )}
    </Stack>
  );
}

const obstacles: Record<AudiencePeople["unreached"][number]["why"], string> = {
  "no login": "the account has no login",
  "not confirmed": "email address not confirmed",
};

type MessageValues = { subject: string; text: string };
type Question = { preview: MessagePreview; answer: (isConfirmed: boolean) => void };

const work = keptWork<Kept<MessageValues>>();

function WriteForm({ audience, back }: Pick<WriteToProps, "audience" | "back">) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [question, setQuestion] = useState<Question>();
  const confirmed = useRef({ key: "", recipients: 0 });
  const { mutateAsync: fetchPreview } = useMutation({
    mutationFn: async (values: MessageValues) =>
      (await call("POST Mail/PreviewMessage", { body: { ...audience, ...values } })).data,
    onSuccess: (preview) => client.setQueryData(audienceQuery(audience).queryKey, preview),
  });
  const form = useForm<MessageValues>({
    stored: { values: { subject: "", text: "" } },
    check: (values) => brokenRules(messageRules, { school: "", district: "", ...values }),
    objection: (error) => refusalOf(error)?.message,
    changes: ofBorrowers,
    ask: async (values) => {
      const preview = await fetchPreview(values);
      if (!canGetOne(preview)) return false;
      confirmed.current = { key: preview.key, recipients: preview.recipients };
      const isConfirmed = await new Promise<boolean>((resolve) => setQuestion({ preview, answer: resolve }));
      setQuestion(undefined);
      return isConfirmed;
    },
    save: async (values) => {
      const { data } = await call("POST Mail/SendMessage", { body: { ...audience, ...values, ...confirmed.current } });
      toast(sentWords(`The email is on its way to ${borrowersIn(data.recipients)}.`));
      return { next: () => navigate(back) };
    },
  });
  useUnsavedChanges(form.isDirty, "This email hasn’t been sent.");
  useRecoveredWork(form, work, writingTo.keyOf(audience));
  return (
    <Card heading="Email">
      <Form form={form} label="Email" spaced>
        <TextField {...form.field("subject")} label="Subject" width="full" autoComplete="off" maxLength={limits.line} />
        <TextAreaField
          {...form.field("text")}
          label="Text"
          rows={10}
          width="full"
          maxLength={limits.description}
          hint="Leave a blank line between paragraphs. The library’s name and email address are added below."
        />
        <Row>
          <Button {...form.button} look="primary">
            Preview
          </Button>
        </Row>
      </Form>
      {question && <PreviewDialog {...question} />}
    </Card>
  );
}

const languageNames: Record<LanguageCode, string> = { en: "English", es: "Spanish" };

function PreviewDialog({ preview: { recipients, emails }, answer }: Question) {
  return (
    <Dialog
      open
      keepOnOutsideClick
      title={`Send this email to ${borrowersIn(recipients)}?`}
      width="wide"
      initialFocus="title"
      onClose={() => answer(false)}
      actions={
        <>
          <Button onClick={() => answer(false)}>Keep editing</Button>
          <Button look="primary" onClick={() => answer(true)}>
            Send to {borrowersIn(recipients)}
          </Button>
        </>
      }
    >
      <Stack>
        <p>
          Each borrower gets a separate email with this text. Most email programs show it in the library’s colors.
          {emails.length > 1 && " Your message isn’t translated."}
        </p>
        {emails.map(({ language, recipients: count, subject, text }) => (
          <Stack key={language} gap="tight">
            {emails.length > 1 && (
              <h3>
                For {borrowersIn(count)} who chose {languageNames[language]}
              </h3>
            )}
            <p>
              <b>Subject:</b> {subject}
            </p>
            <p className={styles.email}>{text}</p>
          </Stack>
        ))}
      </Stack>
    </Dialog>
  );
}
