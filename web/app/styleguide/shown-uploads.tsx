import { DocumentField } from "#web/ui/forms/file/document-field.tsx";
import { FileField } from "#web/ui/forms/file/file-field.tsx";
import { PictureField } from "#web/ui/forms/picture/picture-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";

const never = () => new Promise<never>(() => undefined);
const nothing = () => undefined;
const empty = { onChange: nothing, upload: never };
const square =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400"><rect width="300" height="400" fill="teal"/></svg>',
  );
const picture = { url: square, fileName: "front.webp", width: 300, height: 400 };

export function ShownUploads() {
  return (
    <Card heading="Uploads">
      <Stack gap="loose">
        <PictureField
          id="no-picture"
          label="Picture"
          hint="JPEG, PNG, WebP, GIF, or AVIF, up to 10 MB."
          picture={null}
          {...empty}
          accept="image/*"
          optional
        />
        <PictureField
          id="picture"
          label="Picture"
          picture={picture}
          {...empty}
          accept="image/*"
          alternative={{ id: "alternative", text: "A teal cover", onChange: nothing }}
        />
        <DocumentField
          id="no-document"
          label="Document"
          hint="PDF, up to 10 MB."
          stored={null}
          {...empty}
          accept="application/pdf"
        />
        <DocumentField
          id="document"
          label="Document"
          stored={{ url: "#document", fileName: "needs-assessment.pdf", size: 1_234_567 }}
          {...empty}
          accept="application/pdf"
        />
        <FileField id="list" label="List of titles" hint="CSV or MARC 21." send={never} accept=".csv,.mrc" />
      </Stack>
    </Card>
  );
}
