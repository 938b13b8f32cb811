import { useLanguage } from "#web/language/use-language.ts";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { CallFailed } from "#web/lib/call.ts";
import { Button, ButtonLink } from "#web/ui/actions/button.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import type { PlainSentence } from "#web/language/language.ts";

type MailLinkProps = {
  label: PlainSentence;
  /** The button's action. A button, because mail programs prefetch links. */
  press: () => Promise<{ message?: string }>;
  /** The link to show if the email's link is invalid. */
  fallback: { to: string; label: PlainSentence };
  /** The link to show after success, by default to the home page. */
  next?: ReactNode;
  /** The text above the button. */
  lead?: PlainSentence;
};

/** Renders the page behind a link in an email: a button for its action, then the result. */
export function MailLink({ label, press, fallback, next, lead }: MailLinkProps) {
  const { t, say } = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: press,
    meta: { ownFaults: (failure) => failure instanceof CallFailed && failure.isRefusal },
  });
  const refusal = error instanceof CallFailed && error.isRefusal ? error.message : undefined;
  const answer = data?.message ?? refusal;
  useEffect(() => {
    if (answer !== undefined) box.current?.focus();
  }, [answer]);
  if (answer === undefined) {
    return (
      <Stack>
        {lead && <p>{t(lead)}</p>}
        <Row>
          <Button look="primary" busy={isPending} onClick={() => mutate()}>
            {t(label)}
          </Button>
        </Row>
      </Stack>
    );
  }
  return (
    <div ref={box} tabIndex={-1}>
      <Stack>
        <Alert tone={refusal ? "error" : "success"}>{say(answer)}</Alert>
        <Row>
          {refusal ? (
            <ButtonLink to={fallback.to}>{t(fallback.label)}</ButtonLink>
          ) : (
            (next ?? <ButtonLink to="/home">{t("Go to the home page")}</ButtonLink>)
          )}
        </Row>
      </Stack>
    </div>
  );
}
