import type { ReactNode } from "react";
import { useState } from "react";
import { Link } from "#web/ui/router/router.tsx";
import type { EditableContent } from "#contract/content.ts";
import type { SectionName } from "#contract/site/sections.ts";
import { messages } from "#contract/specified-messages.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Save } from "#web/ui/icons.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { WorkIsBack } from "#web/ui/feedback/work-is-back.tsx";
import { ErrorSummary } from "#web/ui/forms/error-summary.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import styles from "./edit-section.module.css";
import { FieldsEditor } from "./fields-editor.tsx";
import { sectionForms } from "./section-forms.ts";
import { SectionHistory } from "./section-history.tsx";
import { SectionPreview } from "./section-preview.tsx";
import { linesOf } from "./section-values.ts";
import { useSectionForm } from "./use-section-form.ts";

type EditSectionProps = {
  section: SectionName;
  editable: EditableContent;
  /** Below the section, for what belongs to it. */
  more?: ReactNode;
};

/** One section: its form, beside it how visitors will see it, and below its history. Give it a key of the section. */
export function EditSection({ section, editable, more }: EditSectionProps) {
  const form = useSectionForm(section, editable);
  const { title, about, page, fields } = sectionForms[section];
  const errorOf = (path: string) => form.problems.find(({ field }) => field === path)?.message;
  return (
    <Stack>
      <div>
        <h2>{title}</h2>
        <p className={styles.quiet}>
          {about} <Link to={page}>See the page</Link>
        </p>
      </div>
      {form.stale && <StaleAlert message={form.stale} onReload={form.reload} />}
      {form.isReturned && <WorkIsBack />}
      {form.theirs && <SavedMeanwhile section={section} theirs={form.theirs} />}
      <div className={styles.sides}>
        <form
          className={styles.form}
          noValidate
          aria-label={title}
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
        >
          <ErrorSummary title={messages.field.correctInvalid} problems={form.problems} attempt={form.attempt} />
          <FieldsEditor
            fields={fields}
            values={form.values}
            path=""
            form={{ errorOf, onUploading: form.waitFor }}
            onChange={form.change}
          />
          <Row className={styles.actions}>
            <Button
              type="submit"
              look="primary"
              busy={form.saving}
              disabled={!form.isDirty}
              icon={<Save size={18} aria-hidden="true" />}
            >
              Save
            </Button>
            <p className={styles.quiet} aria-live="polite">
              {form.isDirty ? "Not saved yet." : "Nothing to save."}
            </p>
          </Row>
        </form>
        <Card heading="Preview" className={styles.preview}>
          <SectionPreview section={section} content={form.shown} />
        </Card>
      </div>
      {more}
      <SectionHistory
        section={section}
        content={editable.content}
        version={form.base.version}
        isDirty={form.isDirty}
        onBroughtBack={form.startOver}
      />
    </Stack>
  );
}

/** Somebody else saved first: how to go on without losing anything. */
function StaleAlert({ message, onReload }: { message: string; onReload: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const reload = async () => {
    setBusy(true);
    await onReload().finally(() => setBusy(false));
  };
  return (
    <Alert tone="error" title={message}>
      <Stack gap="tight">
        <p>What you typed stays in the form. Check it after the reload, then save again.</p>
        <Row>
          <Button size="small" busy={busy} onClick={() => void reload()}>
            Reload
          </Button>
        </Row>
      </Stack>
    </Alert>
  );
}

/** After a reload: the fields that both changed, as the other left them. */
function SavedMeanwhile({ section, theirs }: { section: SectionName; theirs: Record<string, unknown> }) {
  const both = sectionForms[section].fields.filter(({ name }) => name in theirs);
  if (both.length === 0) {
    return <Alert title="Reloaded.">You and the other person changed different fields. Save to keep both.</Alert>;
  }
  return (
    <Alert tone="warning" title="You both changed the same fields.">
      <Stack gap="tight">
        <p>Your version is in the form. Saving it replaces theirs. Copy anything you need from their version:</p>
        {both.map(({ name, label }) => (
          <details key={name}>
            <summary>{label}, their version</summary>
            <ul className={styles.stored}>
              {linesOf(theirs[name]).map((line, at) => (
                <li key={at}>{line}</li>
              ))}
            </ul>
          </details>
        ))}
      </Stack>
    </Alert>
  );
}
