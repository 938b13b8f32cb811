import { roleWords, StaffSessions } from "./staff-parts.tsx";
import { type OwnAccount, staffEmailRules, staffNameRules } from "#contract/people/own-account.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import styles from "#web/ui/form/form.module.css";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { copyText, TwoStepCard } from "./two-step-card.tsx";
import { ownAccountQuery } from "./staff-queries.ts";
import { currentSession, startSession } from "#web/lib/session.ts";
import { Download, Printer } from "#web/ui/icons.tsx";
import own from "./two-step.module.css";
import { Card } from "#web/ui/card.tsx";
import { Page } from "#web/ui/layout.tsx";
import { focusOn } from "#web/ui/accessibility.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { saveFile } from "#web/lib/files.ts";
import { ChangePasswordForm, emptyProof, ProofFields } from "#web/people/fields/login-fields.tsx";

/** Shows new recovery codes, or a required two-step setup, alone on the page until the user finishes. */
export function OwnAccountPage() {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const onChanged = () => client.invalidateQueries({ queryKey: ownAccountQuery.queryKey });
  const onSaved = async () => {
    await onChanged();
    setCodes(undefined);
  };
  return (
    <Page heading="Your account">
      <Fetched query={useQuery(ownAccountQuery)} what="your account" skeleton={<Skeleton height="24rem" />}>
        {(account) => {
          if (codes) return <RecoveryCodes userName={account.userName} codes={codes} onDone={() => void onSaved()} />;
          const twoStep = <TwoStepCard account={account} onNewCodes={setCodes} onChanged={onChanged} />;
          if (account.twoStep.isRequired && !account.twoStep.isOn) return twoStep;
          return (
            <>
              <LoginCard account={account} />
              {twoStep}
              <Card heading="Where you’re logged in">
                <StaffSessions userId={account.userId} sessions={account.sessions} />
              </Card>
            </>
          );
        }}
      </Fetched>
    </Page>
  );
}

const changes = { password: "Change password", email: "Change email address", name: "Change name" };

function LoginCard({ account }: { account: OwnAccount }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<keyof typeof changes>();
  const { userName, name, emailAddress } = account;
  const onChanged = async () => {
    await client.invalidateQueries({ queryKey: ownAccountQuery.queryKey });
    setOpen(undefined);
  };
  if (open === undefined) {
    const facts = [
      { term: "Username", value: userName },
      { term: "Name", value: name || "None yet. Your colleagues see your username." },
      { term: "Role", value: roleWords[account.role] },
      { term: "Email address", value: emailAddress || "None yet. You need one to reset your password." },
      { term: "Password", value: account.hasFirstPassword ? "Temporary. Choose your own." : "Chosen by you" },
    ];
    return (
      <Card key="facts" heading="Login">
        <DescriptionList items={facts} />
        <div className={styles.actions}>
          <Button onClick={() => setOpen("password")}>Change password</Button>
          <Button onClick={() => setOpen("email")}>Change email address</Button>
          <Button onClick={() => setOpen("name")}>Change name</Button>
        </div>
      </Card>
    );
  }
  return (
    <Card key={open} heading={changes[open]} actions={<Button onClick={() => setOpen(undefined)}>Cancel</Button>}>
      {open !== "name" && <p>You’ll be logged out everywhere else.</p>}
      {open === "password" && (
        <ChangePasswordForm
          owner={{ userName, hasTwoStep: account.twoStep.isOn }}
          change={(body) => call("POST Staff/ChangePassword", { body })}
          onChanged={() => void onChanged()}
        />
      )}
      {open === "email" && <EmailForm account={account} onChanged={onChanged} />}
      {open === "name" && <NameForm account={account} onChanged={onChanged} />}
    </Card>
  );
}

type OwnFormProps = { account: OwnAccount; onChanged: () => Promise<void> };

function NameForm({ account: { name }, onChanged }: OwnFormProps) {
  const form = useForm({
    stored: { values: { name } },
    check: (values) => brokenRules(staffNameRules, values),
    save: async (body) => {
      await call("POST Staff/ChangeName", { body });
      renameUser(body.name.trim());
      toast(messages.done.accountUpdated);
      return { next: onChanged };
    },
  });
  return (
    <Form form={form} send="Save name">
      <TextField
        {...form.field("name")}
        label="Full name"
        hint="Your colleagues see this name next to your changes."
        autoComplete="name"
        width="l"
      />
    </Form>
  );
}

function EmailForm({ account: { userName, emailAddress, twoStep }, onChanged }: OwnFormProps) {
  const form = useForm({
    stored: { values: { emailAddress, ...emptyProof } },
    check: (values) => brokenRules(staffEmailRules, values),
    save: async (body) => {
      await call("POST Staff/ChangeEmail", { body });
      toast(messages.done.accountUpdated);
      return { next: onChanged };
    },
  });
  return (
    <Form form={form} send="Save email address">
      <TextField
        {...form.field("emailAddress")}
        label="Email address"
        hint="We use it to reset your password. We’ll email both the old and the new address."
        type="email"
        autoComplete="email"
        width="l"
      />
      <ProofFields owner={{ userName, hasTwoStep: twoStep.isOn }} form={form} />
    </Form>
  );
}

/** Renames the logged-in user in every tab with this session. */
export function renameUser(name: string): void {
  const session = currentSession();
  const sessionKey = sessionStorage.getItem("sessionKey");
  if (session && sessionKey !== null) startSession({ ...session, sessionKey, user: { ...session.user, name } });
}

type RecoveryCodesProps = { userName: string; codes: readonly string[]; onDone: () => void };

function RecoveryCodes({ userName, codes, onDone }: RecoveryCodesProps) {
  const heading = `Recovery codes for ${userName}`;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => focusOn(box.current?.querySelector("h2")), []);
  const asText = `${heading}, ${location.host}\nEach works once in place of a code from the app.\n\n${codes.join("\n")}\n`;
  const download = () =>
    saveFile({ fileName: "recovery-codes.txt", content: new Blob([asText], { type: "text/plain" }) });
  return (
    <div ref={box}>
      <Card heading={heading}>
        <div data-screen-only>
          <Alert tone="warning" title="Save these codes now">
            We won’t show them again. Keep them somewhere you can get to without your phone, such as on paper in a
            drawer.
          </Alert>
        </div>
        <p>Each works once at {location.host}, in place of a code from the app.</p>
        <ol className={own.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code className={own.code}>{code}</code>
            </li>
          ))}
        </ol>
        <div className={styles.actions} data-screen-only>
          <Button onClick={() => void copyText(codes.join("\n"))}>Copy</Button>
          <Button icon={<Download size={18} />} onClick={download}>
            Download
          </Button>
          <Button icon={<Printer size={18} />} onClick={() => window.print()}>
            Print
          </Button>
          <Button look="primary" onClick={onDone}>
            I’ve saved them
          </Button>
        </div>
      </Card>
    </div>
  );
}
