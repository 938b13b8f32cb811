import type { ReactNode } from "react";
import { Link } from "#web/ui/router/router.tsx";
import type { EditableContent } from "#contract/content.ts";
import type { SectionName } from "#contract/site/sections.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Save } from "#web/ui/icons.tsx";
import { FormNotices } from "#web/ui/form/form-notices.tsx";
import type { Kept, Values } from "#web/ui/form/form-state.ts";
import { Form } from "#web/ui/form/form.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import styles from "./edit-section.module.css";
import { FieldsEditor } from "./fields-editor.tsx";
import { sectionForms } from "./section-forms.ts";
import { SectionHistory } from "./section-history.tsx";
import { SectionPreview } from "./section-preview.tsx";
import { baseOf } from "./section-values.ts";
import { useSectionForm } from "./use-section-form.ts";

const work = keptWork<Kept<Values>>();

type EditSectionProps = {
  section: SectionName;
  editable: EditableContent;
  /** Below the section. */
  more?: ReactNode;
};

/** One section: its form, a preview, and its history. Use the section as its key. */
export function EditSection({ section, editable, more }: EditSectionProps) {
  const form = useSectionForm(section, editable);
  const { title, about, page, fields } = sectionForms[section];
  return (
    <Stack>
      <div>
        <h2>{title}</h2>
        <p className={styles.quiet}>
          {about} <Link to={page}>See the page</Link>
        </p>
      </div>
      <FormNotices
        form={form}
        stored={baseOf(editable, section)}
        kept={{ in: work, name: section }}
        labels={Object.fromEntries(fields.map(({ name, label }) => [name, label]))}
        unsaved="Your changes to this section aren’t saved yet."
        reload={form.reload}
      />
      <div className={styles.sides}>
        <Form form={form} label={title} className={styles.form}>
          <FieldsEditor fields={fields} values={form.values} path="" form={form} onChange={form.change} />
          <Row className={styles.actions}>
            <Button
              {...form.button}
              look="primary"
              disabled={form.button.disabled || !form.isDirty}
              icon={<Save size={18} />}
            >
              Save
            </Button>
            <p className={styles.quiet} aria-live="polite">
              {form.isDirty ? "Not saved yet." : "Nothing to save."}
            </p>
          </Row>
        </Form>
        <Card heading="Preview" className={styles.preview}>
          <SectionPreview section={section} content={form.shown} />
        </Card>
      </div>
      {more}
      <SectionHistory
        section={section}
        content={editable.content}
        version={form.base.version ?? 0}
        isDirty={form.isDirty}
        onBroughtBack={form.startOver}
      />
    </Stack>
  );
}
