import { type OwnAccount, proofRules, twoStepRules } from "#contract/people/own-account.ts";
import { useEffect, useRef, useState } from "react";
import styles from "#web/ui/form/form.module.css";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { CircleCheck } from "#web/ui/icons.tsx";
import { useQuery } from "@tanstack/react-query";
import { QrCode } from "#web/ui/data/qr-code.tsx";
import { CodeField, CurrentPasswordField, emptyProof, ProofFields } from "#web/people/fields/login-fields.tsx";
import { newTwoStepQuery } from "./staff-queries.ts";
import own from "./two-step.module.css";
import { Card } from "#web/ui/card.tsx";
import { focusOn } from "#web/ui/accessibility.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Badge } from "#web/ui/data/badge.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";

type Opened = "set up" | "new codes" | "turn off";

const headings: Record<Opened, string> = {
  "set up": "Set up two-step verification",
  "new codes": "New recovery codes",
  "turn off": "Turn off two-step verification",
};

type TwoStepCardProps = {
  account: OwnAccount;
  onNewCodes: (codes: string[]) => void;
  onChanged: () => Promise<void>;
};

/** Shows the state of two-step verification, or the form that changes it. */
export function TwoStepCard({ account, onNewCodes, onChanged }: TwoStepCardProps) {
  const { userName, twoStep } = account;
  const isSetupRequired = twoStep.isRequired && !twoStep.isOn;
  const [form, setForm] = useState<Opened>();
  const open = isSetupRequired ? "set up" : form;
  const box = useRef<HTMLDivElement>(null);
  // the pressed button, which had the focus, is gone
  useEffect(() => focusOn(form && box.current?.querySelector("h2")), [form]);
  if (open === undefined) return <Facts twoStep={twoStep} onOpen={setForm} />;
  const close = () => setForm(undefined);
  const onTurnedOff = async () => {
    await onChanged();
    close();
  };
  return (
    <div ref={box}>
      <Card heading={headings[open]} actions={!isSetupRequired && <Button onClick={close}>Cancel</Button>}>
        {isSetupRequired && (
          <Alert tone="warning" title="Set this up first">
            The library requires two-step verification for its staff. You can do everything else once it’s on.
          </Alert>
        )}
        {open === "set up" && (
          <>
            {!isSetupRequired && <p>You’ll be logged out everywhere else.</p>}
            <SetUpTwoStep userName={userName} onDone={onNewCodes} />
          </>
        )}
        {open === "new codes" && <NewCodesForm userName={userName} onDone={onNewCodes} />}
        {open === "turn off" && <TurnOffForm account={account} onDone={onTurnedOff} />}
      </Card>
    </div>
  );
}

type FactsProps = { twoStep: OwnAccount["twoStep"]; onOpen: (what: Opened) => void };

function Facts({ twoStep: { isOn, recoveryCodesLeft: left }, onOpen }: FactsProps) {
  if (!isOn)
    return (
      <Card heading="Two-step verification">
        <p>
          You can log in with your password plus a code from an authenticator app on your phone. Then no one can log in
          with your password alone.
        </p>
        <div className={styles.actions}>
          <Button onClick={() => onOpen("set up")}>Set up</Button>
        </div>
      </Card>
    );
  const on = (
    <Badge tone="success" icon={<CircleCheck size={16} />}>
      On
    </Badge>
  );
  const facts = [
    { term: "Code from your app", value: on },
    { term: "Recovery codes", value: left > 2 ? `${left} left` : `${left} left. Make new ones.` },
  ];
  return (
    <Card heading="Two-step verification">
      <DescriptionList items={facts} />
      <div className={styles.actions}>
        <Button onClick={() => onOpen("new codes")}>Make new recovery codes</Button>
        <Button onClick={() => onOpen("turn off")}>Turn off</Button>
      </div>
    </Card>
  );
}

function NewCodesForm({ userName, onDone }: { userName: string; onDone: (codes: string[]) => void }) {
  const form = useForm({
    stored: { values: emptyProof },
    check: (values) => brokenRules(proofRules, values),
    save: async (body) => {
      const { data } = await call("POST Staff/NewRecoveryCodes", { body });
      return { next: () => onDone(data.recoveryCodes) };
    },
  });
  return (
    <Form form={form} send="Make new codes">
      <p>You’ll get ten new codes. The ones you have now will no longer work.</p>
      <ProofFields owner={{ userName, hasTwoStep: true }} form={form} />
    </Form>
  );
}

function TurnOffForm({ account, onDone }: { account: OwnAccount; onDone: () => Promise<void> }) {
  const form = useForm({
    stored: { values: emptyProof },
    check: (values) => brokenRules(twoStepRules, values),
    save: async (body) => {
      await call("POST Staff/TurnOffTwoStep", { body });
      toast("Two-step verification is off.");
      return { next: onDone };
    },
  });
  return (
    <Form form={form} send="Turn off">
      <p>
        {account.twoStep.isRequired
          ? "The library requires two-step verification, so you’ll set it up again right away, for example on a new phone."
          : "Your password alone will open your account."}
      </p>
      <ProofFields owner={{ userName: account.userName, hasTwoStep: true }} form={form} />
    </Form>
  );
}

type SetUpProps = { userName: string; onDone: (recoveryCodes: string[]) => void };

function SetUpTwoStep({ userName, onDone }: SetUpProps) {
  return (
    <Fetched query={useQuery(newTwoStepQuery)} what="a new QR code" skeleton={<Skeleton height="24rem" />}>
      {({ secret, address }) => (
        <>
          <p>
            Open an authenticator app on your phone and scan this code. Any app for one-time codes works, such as Google
            Authenticator, Microsoft Authenticator, or a password manager.
          </p>
          <div className={own.secret}>
            <QrCode text={address} name="QR code for your authenticator app" size={225} />
            <div className={own.words}>
              <p>Can’t scan it? Type this key into the app:</p>
              <code className={own.code}>{secret.replace(/.{4}(?=.)/g, "$& ")}</code>
              <div className={styles.actions}>
                <Button size="small" onClick={() => void copyText(secret)}>
                  Copy key
                </Button>
              </div>
              <p>
                Is the app on this device? <a href={address}>Open it with this key</a>.
              </p>
            </div>
          </div>
          <TurnOnForm secret={secret} userName={userName} onDone={onDone} />
        </>
      )}
    </Fetched>
  );
}

function TurnOnForm({ secret, userName, onDone }: SetUpProps & { secret: string }) {
  const form = useForm({
    stored: { values: { code: "", password: "" } },
    check: (values) => brokenRules(twoStepRules, values),
    save: async (values) => {
      const { data } = await call("POST Staff/TurnOnTwoStep", { body: { ...values, secret } });
      return { next: () => onDone(data.recoveryCodes) };
    },
  });
  return (
    <Form form={form} send="Turn on">
      <CodeField {...form.field("code")} hint="Enter the 6 digits that the app shows now." />
      <CurrentPasswordField {...form.field("password")} label="Your password" userName={userName} />
    </Form>
  );
}

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  } catch {
    // no HTTPS, or no permission
    toast("Your browser doesn’t let this page copy. Select the text and copy it yourself.", "error");
  }
}
