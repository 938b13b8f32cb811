/** A borrower of the demonstration library: an invented person at an invented school. Nobody can log in as one. */
export type DemonstrationBorrower = ReturnType<typeof borrower>;

/**
 * None of these places exists: the towns are made up, ZIP codes from 96189 on are unassigned, phone numbers 555-0100 to
 * 555-0199 are reserved for fiction, and example.org receives no email.
 */
export const demonstrationBorrowers: readonly DemonstrationBorrower[] = [
  borrower("demo.alvarez", "Marisol Alvarez", "Alder Creek Middle School", "Alder Creek Unified", "(530) 555-0101", "410 Schoolhouse Lane", "Alder Creek", "96190"),
  borrower("demo.nguyen", "Linh Nguyen", "Poppy Hill High School", "Poppy Hill Union High", "(559) 555-0112", "2200 Poppy Hill Road", "Poppy Hill", "96191"),
  borrower("demo.okafor", "Grace Okafor", "Bluewater Elementary School", "Bluewater Bay Unified", "(831) 555-0123", "15 Harbor View Street", "Bluewater Bay", "96192"),
  borrower("demo.whitfield", "James Whitfield", "Manzanita Valley High School", "Manzanita Valley Unified", "(209) 555-0134", "3801 Orchard Avenue", "Manzanita Valley", "96193"),
  borrower("demo.singh", "Harpreet Singh", "Three Oaks Continuation School", "Three Oaks Joint Unified", "(916) 555-0145", "77 Granary Court", "Three Oaks", "96194"),
  borrower("demo.romero", "Daniela Romero", "Arroyo Seco Vista Academy", "Vista del Arroyo Unified", "(760) 555-0156", "960 Camino del Arroyo", "Vista del Arroyo", "96195"),
  borrower("demo.kim", "Soo-jin Kim", "Lupine Meadows Middle School", "Lupine Meadows Unified", "(707) 555-0167", "128 Meadow Gate Drive", "Lupine Meadows", "96196"),
  borrower("demo.hassan", "Amina Hassan", "Sandstone Ridge High School", "Sandstone Ridge Unified", "(661) 555-0178", "5400 Ridge Crest Boulevard", "Sandstone Ridge", "96197"),
  borrower("demo.delacruz", "Teresa de la Cruz", "Kelp Point Elementary School", "Kelp Point Elementary", "(805) 555-0189", "8 Lighthouse Road", "Kelp Point", "96198"),
  borrower("demo.patterson", "Robert Patterson", "Granite Fork Community School", "Granite Fork County Office of Education", "(530) 555-0190", "1 County Center Plaza", "Granite Fork", "96199"),
]; // prettier-ignore

function borrower(
  userName: string,
  name: string,
  school: string,
  district: string,
  phone: string,
  street: string,
  city: string,
  zip: string,
) {
  const fullDistrict = district.endsWith("Office of Education") ? district : `${district} School District`;
  return {
    userName,
    name,
    school_name: `${school} (demonstration)`,
    school_district: `${fullDistrict} (demonstration)`,
    email_address: `${userName}@example.org`,
    phone_number: phone,
    street,
    city,
    state: "CA",
    zip,
  };
}
