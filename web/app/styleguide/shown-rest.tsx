import { keptWork } from "#web/lib/kept-work.ts";
import { useState } from "react";
import { Carousel } from "#web/ui/carousel/carousel.tsx";
import { CodeScanner } from "#web/ui/code-scanner/code-scanner.tsx";
import { Prose } from "#web/ui/data/prose.tsx";
import type { Kept, Values } from "#web/ui/form/form-state.ts";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { FormNotices, WorkIsBack } from "#web/ui/form/form-notices.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { CheckboxGroup } from "#web/ui/forms/checkbox-group.tsx";
import { ChooseAll } from "#web/ui/marking/choose-all.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { SectionLinks } from "#web/ui/navigation/section-links.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { ProgressBar } from "#web/ui/progress/progress-bar.tsx";
import { Steps } from "#web/ui/progress/steps.tsx";
import { TagsField } from "#web/ui/tags/tags-field.tsx";

const slides = [
  { key: 1, content: <p>“The kits arrived in three days, and my class still talks about them.”</p> },
  { key: 2, content: <p>“We plan the whole year from this library.”</p> },
];
const grades = [
  { value: 1, label: "Pre-K", checked: true },
  { value: 2, label: "K-2", checked: false },
  { value: 4, label: "3-5", checked: true },
];
const prose =
  "<h2>Before you order</h2><p>Read the <a href='#terms'>terms</a>, then choose:</p><ul><li>a kit</li><li>a video</li></ul><blockquote>Borrowing is free.</blockquote>";

const work = keptWork<Kept<Values>>();

export function ShownRest() {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <Stack gap="loose">
      <FilterForm
        label="Titles"
        onFilter={() => undefined}
        search={<SearchField label="Search" name="words" />}
        actions={<Button look="primary">Search</Button>}
      >
        <SelectField label="Category" name="category" options={[{ value: 0, label: "All categories" }]} />
        <SelectField label="Subject" name="subject" options={[{ value: 0, label: "All subjects" }]} />
      </FilterForm>
      <ShownChoices />
      <Card heading="Progress">
        <Stack gap="loose">
          <Steps label="Import" steps={["Upload", "Match", "Check", "Save"]} current={2} />
          <ProgressBar label="Upload" part={0.4} words="titles.csv: 40% sent" />
        </Stack>
      </Card>
      <SectionLinks
        sections={[
          { to: "/admin/settings", label: "How the library lends", isCurrent: true },
          { to: "/admin/settings?section=subjects", label: "Subjects", isCurrent: false },
        ]}
      />
      <FormNotices
        form={{
          base: { values: {} },
          values: {},
          stale: "This item was changed by rosa. Reload to see it.",
          theirs: undefined,
          hasReturned: false,
          isDirty: false,
          move: () => undefined,
        }}
        stored={{ values: {} }}
        kept={{ in: work, name: "shown" }}
        labels={{}}
        unsaved=""
        reload={async () => undefined}
      />
      <WorkIsBack />
      <Card heading="Words of staff">
        <Prose html={prose} />
      </Card>
      <Carousel label="Testimonials" slides={slides} />
      <Card heading="Scanner">
        <CodeScanner onCode={() => Promise.resolve()} onNothing={() => undefined} />
      </Card>
      <Button onClick={() => setAsking(true)}>Block this borrower</Button>
      {asking && <AskWhy onClose={() => setAsking(false)} />}
      <Button look="danger" onClick={() => setOpen(true)}>
        Remove this item
      </Button>
      <ConfirmDialog
        open={open}
        question="Are you sure you want to remove this item from your cart?"
        confirmLabel="Remove"
        danger
        onConfirm={() => setOpen(false)}
        onCancel={() => setOpen(false)}
      />
    </Stack>
  );
}

function ShownChoices() {
  const [tags, setTags] = useState("nutrition, cooking, food labels");
  return (
    <Card heading="Choices">
      <Stack gap="loose">
        <TagsField id="tags" label="Tags" hint="Enter or a comma ends a tag." value={tags} onChange={setTags} />
        <CheckboxGroup id="grades" label="Grades" options={grades} onToggle={() => undefined} />
        <CheckboxGroup
          id="no-grades"
          label="Grades"
          error="Grade is required."
          options={grades.map((grade) => ({ ...grade, checked: false }))}
          onToggle={() => undefined}
        />
        <ChooseAll listed={3} chosen={0} onChoose={() => undefined} />
        <ChooseAll listed={3} chosen={2} onChoose={() => undefined} />
      </Stack>
    </Card>
  );
}

function AskWhy({ onClose }: { onClose: () => void }) {
  const form = useForm({
    names: ["reason"],
    stored: { values: { reason: "" } },
    check: () => [],
    save: async () => {
      onClose();
      return {};
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} title="Why may this borrower not order?" send="Block" look="danger">
      <TextField {...form.field("reason")} label="Reason" />
    </FormDialog>
  );
}
