import { statuses } from "#contract/catalog/codes.ts";
import type { Copy, Item } from "#contract/catalog/catalog.ts";
import type { StaffOrder } from "#contract/orders/orders.ts";

type Options = { statusId?: number; version?: number; lines?: readonly { quantity: number; assigned: number }[] };

/** Builds a sample order, as the API returns it. */
export function anOrder({
  statusId = statuses.new,
  version = 1,
  lines = [{ quantity: 1, assigned: 0 }],
}: Options): StaffOrder {
  return {
    orderId: 12,
    orderDate: "2026-03-04T18:00:00Z",
    borrowerId: 5,
    statusId,
    statusName: "New",
    itemCount: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    itemTitles: ["Know Your Body"],
    itemLanguages: ["en"],
    trackingNumber: "",
    shipDate: null,
    returnDate: null,
    hasShipped: false,
    lostCount: 0,
    sentBackOn: null,
    arrivedOn: null,
    borrower: {
      borrowerId: 5,
      borrowerName: "Rosa Diaz",
      isMailboxConfirmed: true,
      isEmailed: true,
      schoolName: "Lincoln Middle School",
      schoolDistrict: "Santa Clara Unified",
      emailAddress: "rosa@example.org",
      phoneNumber: "(555) 555-0123",
      address: { street: "1 Main Street", city: "San Jose", state: "CA", zip: "95110" },
    },
    confirmBy: null,
    cancellation: null,
    returnedAt: null,
    sentBack: null,
    reports: [],
    terms: { version: 0, savedAt: null, language: "en" },
    orderItems: lines.map(({ quantity, assigned }, line) => ({
      orderItemId: line + 1,
      quantity,
      inventory: anItem(line + 1),
      orderInventoryItems: Array.from({ length: assigned }, (_, at) => ({
        orderInventoryItemId: line * 10 + at + 1,
        inventoryItem: aCopy({ inventoryId: line + 1, copyNumber: at + 1, isAvailable: false }),
        dueDate: null,
      })),
    })),
    orderNote: "",
    version,
    changedByName: null,
    placedByName: null,
    importedOn: null,
    pastAssignments: [],
    claims: [],
    openClaims: 0,
    swaps: [],
    undo: null,
    handovers: [],
  };
}

/** Builds a sample copy, as the API returns it. */
export function aCopy(changes: Partial<Copy> = {}): Copy {
  const copyNumber = changes.copyNumber ?? 1;
  return {
    inventoryItemId: 100 + copyNumber,
    inventoryId: 1,
    skuNumber: "B12345",
    copyNumber,
    isAvailable: true,
    isInactive: false,
    inactiveReason: null,
    isArchived: false,
    shelfLocation: "",
    orderId: null,
    isAvailableString: "Available",
    lastSeenAt: null,
    ...changes,
  };
}

function anItem(inventoryId: number): Item {
  const category = { categoryId: 1, categoryName: "Book" };
  const subject = { subjectId: 1, subjectName: "Comprehensive Health" };
  return {
    inventoryId,
    title: "Know Your Body",
    displayTitle: "Know Your Body",
    description: "",
    referenceNumber: "B12345",
    ...category,
    category,
    ...subject,
    subject,
    gradeId: 1,
    grades: [],
    tags: "",
    author: "",
    publisher: "",
    publishedYear: "",
    extent: "",
    language: "en",
    languageName: "English",
    replacementCost: "",
    parts: "",
    isbn: "",
    weight: "",
    shelfLocation: "",
    attachmentId: null,
    attachmentUrl: null,
    fileName: null,
    attachmentSrcset: null,
    attachmentAlt: "",
    attachment: null,
    inStock: 3,
    checkedOut: 0,
    requestedQty: 0,
  };
}
