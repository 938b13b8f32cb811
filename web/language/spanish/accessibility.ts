/** The accessibility statement. */
export const accessibility = {
  Accessibility: "Accesibilidad",
  "Everybody should be able to find, borrow and return, whatever they use to read a screen or press a button.":
    "Todas las personas deben poder buscar, pedir prestado y devolver, sea cual sea la forma en que leen la pantalla o pulsan un botón.",
  "What we aim for": "Nuestro objetivo",
  "This site aims to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA. Its makers checked it against each of the 55 criteria: with automatic tests, by keyboard alone, enlarged to 400 %, with wider text spacing and in forced colors.":
    "Este sitio busca cumplir las Pautas de Accesibilidad para el Contenido Web (WCAG) 2.2 en el nivel AA. Quienes lo hicieron lo revisaron según cada uno de los 55 criterios: con pruebas automáticas, solo con el teclado, ampliado al 400 %, con más espacio entre las letras y con colores forzados.",
  "It follows the colors, the text size and the wish for less motion that your device is set to.":
    "El sitio respeta los colores, el tamaño del texto y la preferencia de menos movimiento de su dispositivo.",
  "Keep messages until I close them": "Mantener los avisos hasta que yo los cierre",
  "Otherwise a message goes after two seconds.": "De lo contrario, un aviso desaparece después de dos segundos.",
  "Known limits": "Limitaciones conocidas",
  "A login ends after eight hours without a warning. What you typed is kept, and is there when you log in again.":
    "La sesión termina después de ocho horas, sin aviso previo. Lo que escribió se guarda y estará ahí cuando vuelva a entrar.",
  "The catalog does not say in which language a title is, so a screen reader may read it with the wrong voice.":
    "El catálogo no indica en qué idioma está un título, por lo que un lector de pantalla puede leerlo con la voz equivocada.",
  "Nobody who uses a screen reader every day has tested the site yet.":
    "Todavía no lo ha probado nadie que use un lector de pantalla todos los días.",
  "Books, videos and recordings are as their publishers made them: some have no captions or large print.":
    "Los libros, videos y grabaciones son como los hicieron sus editores: algunos no tienen subtítulos ni letra grande.",
  "How to reach us": "Cómo comunicarse con nosotros",
  "Was something in your way? Call or write to us, and say what you wanted to do and what you use.":
    "¿Encontró algún obstáculo? Llámenos o escríbanos, y díganos qué quería hacer y qué usa.",
  "Last reviewed: <day>day</day>": "Última revisión: <day>día</day>",
} as const;
