import { siteContent } from "#contract/site/sections.ts";
import * as z from "zod/mini";

/** The original site content, version 0 of every section. Neutral, because each library replaces it at admin/sitecontent. */
const texts: z.input<typeof siteContent> = {
  site: {
    siteName: "Health Education Lending Library",
    siteNameInSpanish: "Biblioteca de Préstamo de Educación para la Salud",
    logo: null,
    presentation: "inventory",
  },
  contact: {
    phones: [{ number: "(555) 555-0100" }, { number: "(555) 555-0101" }],
    email: "library@example.org",
    postalAddress: "",
  },
  closedDays: { days: [] },
  returnCosts: {
    steps: [
      { upTo: "1", cost: "4.50" },
      { upTo: "2", cost: "5.25" },
      { upTo: "3", cost: "6.00" },
      { upTo: "5", cost: "7.50" },
      { upTo: "10", cost: "11.25" },
    ],
  },
  footer: {
    about: "This site is maintained by a county office of education for the state education department.",
    aboutInSpanish:
      "Una oficina de educación del condado mantiene este sitio para el departamento estatal de educación.",
    agencies: [
      { name: "County Office of Education", nameInSpanish: "Oficina de Educación del Condado", logo: null },
      { name: "State Education Department", nameInSpanish: "Departamento Estatal de Educación", logo: null },
    ],
    socialLinks: [
      { label: "Facebook", address: "https://www.facebook.com/" },
      { label: "Instagram", address: "https://www.instagram.com/" },
      { label: "YouTube", address: "https://www.youtube.com/" },
    ],
  },
  home: {
    heading: "Health education, on loan to every school",
    headingInSpanish: "Educación para la salud, en préstamo para cada escuela",
    lead:
      "We lend books, videos, and audio to the staff of California’s education agencies. We ship at no charge; you pay " +
      "return shipping, roughly $4-12.",
    leadInSpanish:
      "Prestamos libros, videos y audios al personal de las agencias educativas de California. El envío es gratuito; " +
      "usted paga la devolución, unos $4 a $12.",
    mission: "Every student deserves accurate, engaging health education, and every teacher the materials to give it.",
    missionInSpanish:
      "Cada estudiante merece una educación para la salud precisa y atractiva, y cada maestro, los materiales para darla.",
    steps: [
      {
        text: "Find what you need and add it to your cart.",
        textInSpanish: "Busque lo que necesita y agréguelo a su carrito.",
      },
      {
        text: "Log in and place your order. We ship it to your school; allow 3-5 business days.",
        textInSpanish: "Inicie sesión y haga su pedido. Lo enviamos a su escuela; calcule de 3 a 5 días hábiles.",
      },
      {
        text: "Use it in class, and return it by the due date.",
        textInSpanish: "Úselo en sus clases y devuélvalo a más tardar en la fecha límite.",
      },
    ],
  },
  healthyYouth: {
    heading: "The California Healthy Youth Act",
    headingInSpanish: "La Ley de Jóvenes Saludables de California",
    text:
      "Since 2016, California schools have been required to teach comprehensive sexual health and HIV prevention at " +
      "least once in middle school and once in high school. Instruction must be medically accurate, objective, and " +
      "appropriate for the age and background of every student (Education Code, sections 51930 to 51939).\n\n" +
      "These worksheets help a review committee assess a curriculum before choosing it. They are samples: adapt them to " +
      "your district, and read the law itself.",
    textInSpanish:
      "Desde 2016, las escuelas de California deben impartir educación integral sobre la salud sexual y la prevención del " +
      "VIH por lo menos una vez en la escuela intermedia y una vez en la preparatoria. La enseñanza debe ser médicamente " +
      "precisa, objetiva y adecuada para la edad y el origen de cada estudiante (Código de Educación, secciones 51930 a " +
      "51939).\n\n" +
      "Estas hojas de trabajo ayudan a un comité a evaluar un plan de estudios antes de elegirlo. Son ejemplos: " +
      "adáptelas a su distrito y lea también la ley.",
    documents: [
      {
        title: "Curriculum assessment worksheet (sample)",
        titleInSpanish: "Hoja de evaluación de un plan de estudios (ejemplo)",
        address: "/documents/sample-curriculum-assessment.pdf",
        addressInSpanish: "/documents/ejemplo-evaluacion-del-plan-de-estudios.pdf",
        about: "Rate a curriculum topic by topic, with room for notes and a recommendation.",
        aboutInSpanish: "Evalúe un plan de estudios tema por tema, con espacio para notas y una recomendación.",
      },
      {
        title: "Accuracy and inclusion review (sample)",
        titleInSpanish: "Revisión de exactitud e inclusión (ejemplo)",
        address: "/documents/sample-accuracy-and-inclusion-review.pdf",
        addressInSpanish: "/documents/ejemplo-revision-de-exactitud-e-inclusion.pdf",
        about: "Questions for every reviewer about sources, dates, language, and examples.",
        aboutInSpanish: "Preguntas sobre fuentes, fechas, lenguaje y ejemplos, para cada persona que revisa.",
      },
      {
        title: "Instruction planning checklist (sample)",
        titleInSpanish: "Lista para planificar la enseñanza (ejemplo)",
        address: "/documents/sample-instruction-planning-checklist.pdf",
        addressInSpanish: "/documents/ejemplo-lista-para-planificar-la-ensenanza.pdf",
        about: "What to arrange before the first lesson: notices, training, materials, and dates.",
        aboutInSpanish:
          "Lo que debe quedar listo antes de la primera lección: avisos, capacitación, materiales y fechas.",
      },
    ],
  },
  testimonials: {
    quotes: [
      {
        quote:
          "The whole unit came in one box, a week before I needed it. My students asked better questions than I had.",
        quoteInSpanish:
          "La unidad completa llegó en una sola caja, una semana antes de necesitarla. Mis estudiantes hicieron mejores preguntas que yo.",
        name: "A middle school teacher",
        nameInSpanish: "Una maestra de escuela intermedia",
        role: "Sample testimonial",
        roleInSpanish: "Testimonio de ejemplo",
      },
      {
        quote: "I reviewed three curricula before we chose one, and all it cost us was return shipping.",
        quoteInSpanish:
          "Revisé tres planes de estudios antes de elegir uno, y lo único que pagamos fue el envío de devolución.",
        name: "A district health coordinator",
        nameInSpanish: "Un coordinador de salud del distrito",
        role: "Sample testimonial",
        roleInSpanish: "Testimonio de ejemplo",
      },
      {
        quote: "The videos are short enough for one period, and the guides tell me what to ask afterward.",
        quoteInSpanish: "Los videos caben en una hora de clase, y las guías me dicen qué preguntar después.",
        name: "A high school nurse",
        nameInSpanish: "Una enfermera de preparatoria",
        role: "Sample testimonial",
        roleInSpanish: "Testimonio de ejemplo",
      },
    ],
  },
  resources: {
    lead: "Trusted health education websites, run by other organizations. They open in a new tab.",
    leadInSpanish:
      "Sitios de confianza sobre educación para la salud. Son de otras organizaciones y se abren en otra pestaña.",
    groups: [
      {
        heading: "Health topics",
        headingInSpanish: "Temas de salud",
        links: [
          {
            title: "MedlinePlus",
            titleInSpanish: "MedlinePlus en español",
            address: "https://medlineplus.gov/",
            addressInSpanish: "https://medlineplus.gov/spanish/",
            about:
              "Health information in plain language, in English and Spanish, from the National Library of Medicine.",
            aboutInSpanish:
              "Información de salud en palabras sencillas, en inglés y español, de la Biblioteca Nacional de Medicina.",
          },
          {
            title: "Centers for Disease Control and Prevention",
            titleInSpanish: "Centros para el Control y la Prevención de Enfermedades",
            address: "https://www.cdc.gov/",
            addressInSpanish: "https://www.cdc.gov/spanish/",
            about: "Facts and materials on diseases, vaccines, healthy habits, and safety.",
            aboutInSpanish: "Datos y materiales sobre enfermedades, vacunas, hábitos saludables y seguridad.",
          },
          {
            title: "Nutrition.gov",
            titleInSpanish: "Nutrition.gov en español",
            address: "https://www.nutrition.gov/",
            addressInSpanish: "https://www.nutrition.gov/es",
            about: "Food, healthy eating, and lesson ideas, from the U.S. Department of Agriculture.",
            aboutInSpanish:
              "Alimentos, alimentación saludable e ideas para clases, del Departamento de Agricultura de los EE. UU.",
          },
        ],
      },
      {
        heading: "Mental health and substance use",
        headingInSpanish: "Salud mental y consumo de sustancias",
        links: [
          {
            title: "988 Suicide & Crisis Lifeline",
            titleInSpanish: "988 Línea de Prevención del Suicidio y Crisis",
            address: "https://988lifeline.org/",
            addressInSpanish: "https://988lifeline.org/es/",
            about: "Help at any hour, by phone, text, or chat.",
            aboutInSpanish: "Ayuda a cualquier hora por llamada, mensaje de texto o chat.",
          },
          {
            title: "Substance Abuse and Mental Health Services Administration",
            titleInSpanish: "Administración de Servicios de Salud Mental y Abuso de Sustancias",
            address: "https://www.samhsa.gov/",
            about: "Publications and help on mental health, alcohol, and other drugs.",
            aboutInSpanish: "Publicaciones y ayuda sobre salud mental, alcohol y otras drogas.",
          },
          {
            title: "The National Child Traumatic Stress Network",
            titleInSpanish: "Red Nacional para el Estrés Traumático Infantil",
            address: "https://www.nctsn.org/",
            about: "Materials for schools on trauma, grief, and safety.",
            aboutInSpanish: "Materiales para escuelas sobre trauma, duelo y seguridad.",
          },
        ],
      },
      {
        heading: "More reading and listening",
        headingInSpanish: "Más para leer y escuchar",
        links: [
          {
            title: "Catalog of U.S. Government Publications",
            titleInSpanish: "Catálogo de Publicaciones del Gobierno de los EE. UU.",
            address: "https://catalog.gpo.gov/",
            about: "Describes many of the books and videos in this library.",
            aboutInSpanish: "Describe muchos de los libros y videos de esta biblioteca.",
          },
          {
            title: "LibriVox",
            titleInSpanish: "LibriVox",
            address: "https://librivox.org/",
            about: "Books in the public domain, read aloud by volunteers.",
            aboutInSpanish: "Libros de dominio público, leídos en voz alta por voluntarios.",
          },
        ],
      },
    ],
  },
  signUp: {
    heading: "Something new is coming",
    headingInSpanish: "Pronto habrá algo nuevo",
    text: "A new site for ordering curricula is coming soon. Leave your email address, and we’ll write when it opens.",
    textInSpanish:
      "Pronto habrá un sitio nuevo para pedir planes de estudios. Deje su correo electrónico y le escribiremos cuando abra.",
  },
  terms: {
    points: [
      {
        heading: "Care for the materials",
        headingInSpanish: "Cuide los materiales",
        text: "Treat every item as you would your own. Please do not write in it, remove parts, or repair it yourself.",
        textInSpanish:
          "Trate cada material como si fuera suyo. No escriba en él, no le quite partes ni lo repare por su cuenta.",
      },
      {
        heading: "Responsibility for damage",
        headingInSpanish: "Responsabilidad por daños",
        text: "You and your school are responsible for the materials from the day they arrive until they are back with us.",
        textInSpanish:
          "Usted y su escuela son responsables de los materiales desde el día en que llegan hasta que los recibimos de vuelta.",
      },
      {
        heading: "Return on time",
        headingInSpanish: "Devuelva a tiempo",
        text: "Return every item on or before the return date, so that the next classroom can have it.",
        textInSpanish:
          "Devuelva cada material en la fecha límite de devolución o antes, para que la próxima clase pueda usarlo.",
      },
      {
        heading: "Allow time for shipping",
        headingInSpanish: "Calcule tiempo para el envío",
        text: "Allow 3-5 business days for shipping. We ship to you at no charge; you pay return shipping, roughly $4-12.",
        textInSpanish:
          "Calcule de 3 a 5 días hábiles para el envío. El envío hacia usted es gratuito; usted paga el envío de devolución, unos $4 a $12.",
      },
      {
        heading: "Insure and track the return",
        headingInSpanish: "Asegure y rastree la devolución",
        text: "Insure the package and return it with a carrier that gives you a tracking number.",
        textInSpanish: "Asegure el paquete y devuélvalo con una empresa de mensajería que le dé un número de rastreo.",
      },
      {
        heading: "Loss or damage",
        headingInSpanish: "Pérdida o daño",
        text: "We charge you the full replacement cost of materials that are lost or come back damaged.",
        textInSpanish:
          "Le cobramos el costo total de reposición de los materiales que se pierdan o se devuelvan dañados.",
      },
      {
        heading: "Respect copyright",
        headingInSpanish: "Respete los derechos de autor",
        text: "Do not copy, record, or pass on the materials beyond what copyright law allows.",
        textInSpanish: "No copie, grabe ni ceda los materiales más allá de lo que permite la ley de derechos de autor.",
      },
      {
        heading: "Safe use",
        headingInSpanish: "Uso seguro",
        text: "Preview materials before class and use them safely and as their publishers intended.",
        textInSpanish:
          "Revise los materiales antes de la clase y úselos de forma segura, como lo previeron sus editores.",
      },
    ],
  },
};

export const installedContent = z.parse(siteContent, texts);
