export const accessibility = {
  Accessibility: "Accesibilidad",
  "Everyone should be able to find, borrow, and return materials, whatever device or assistive technology they use.":
    "Todas las personas deben poder buscar, pedir prestados y devolver los materiales, sea cual sea el dispositivo o la tecnología de apoyo que usen.",
  "What we aim for": "Nuestro objetivo",
  "This site aims to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA. We checked it against each of the 55 criteria: with automated tests, with only a keyboard, at 400% zoom, with wider text spacing, and in forced colors.":
    "Este sitio busca cumplir las Pautas de Accesibilidad para el Contenido Web (WCAG) 2.2 en el nivel AA. Lo revisamos según cada uno de los 55 criterios: con pruebas automáticas, solo con el teclado, ampliado al 400 %, con más espacio entre las letras y con colores forzados.",
  "It follows your device’s settings for colors, text size, and reduced motion.":
    "El sitio respeta los colores, el tamaño del texto y la preferencia de menos movimiento de su dispositivo.",
  "Do not use the key / for the search": "No usar la tecla / para la búsqueda",
  "Otherwise, it leads to the search box of a page.": "Si no, lleva al cuadro de búsqueda de la página.",
  "Keep messages until I close them": "Mantener los avisos hasta que yo los cierre",
  "Otherwise, messages disappear after two seconds.": "De lo contrario, un aviso desaparece después de dos segundos.",
  "Known limits": "Limitaciones conocidas",
  "Your session ends after eight hours. A message says so ten minutes before, and one press keeps you logged in, for up to a day. We keep what you typed and restore it when you log in again.":
    "La sesión termina después de ocho horas. Un aviso lo dice diez minutos antes, y con un solo botón usted sigue dentro, hasta por un día. Lo que escribió se guarda y estará ahí cuando vuelva a entrar.",
  "We do not know the language of every title, so a screen reader may read some with the wrong voice.":
    "No sabemos el idioma de todos los títulos, por lo que un lector de pantalla puede leer algunos con la voz equivocada.",
  "No one who uses a screen reader every day has tested the site yet.":
    "Todavía no ha probado el sitio nadie que use un lector de pantalla todos los días.",
  "Books, videos, and recordings come as published. Some have no captions or large print.":
    "Los libros, videos y grabaciones son como los hicieron sus editores: algunos no tienen subtítulos ni letra grande.",
  "How to reach us": "Cómo comunicarse con nosotros",
  "Did something get in your way? Call or email us, and tell us what you were trying to do and what you use.":
    "¿Encontró algún obstáculo? Llámenos o escríbanos, y díganos qué quería hacer y qué usa.",
  "Last reviewed: <day>day</day>": "Última revisión: <day>día</day>",
} as const;
