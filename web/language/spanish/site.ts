/** The public texts around what staff writes: home, news, resources, the mailing list. */
export const site = {
  Welcome: "Bienvenidos",
  "Latest news": "Noticias recientes",
  "All news": "Todas las noticias",
  "No news yet.": "Todavía no hay noticias.",
  "What is new at the library will stand here.": "Aquí aparecerán las novedades de la biblioteca.",
  news: "las noticias",
  "news item": "la noticia",
  "Learn more": "Más información",
  resources: "los recursos",
  "No links yet.": "Todavía no hay enlaces.",
  "Good places on the web will stand here.": "Aquí aparecerán buenos sitios de la web.",
  "Documents to download": "Documentos para descargar",
  "Our mission": "Nuestra misión",
  "How borrowing works": "Cómo funcionan los préstamos",
  "What teachers say": "Lo que dicen los maestros",
  testimonials: "testimonios",
  "Confirm your sign-up": "Confirmar su suscripción",
  "One more click, and you hear from us when there is something new.":
    "Un clic más y le avisaremos cuando haya algo nuevo.",
  "Leave the mailing list": "Salir de la lista de correo",
  "We forget your address, and write no more.": "Borraremos su dirección y no volveremos a escribirle.",
  "Confirm my sign-up": "Confirmar mi suscripción",
  "Sign up again": "Suscribirse de nuevo",
  "Take me off the list": "Quitarme de la lista",
  "We send you a mail with a link. You are on the list once you follow it.":
    "Le enviaremos un mensaje con un enlace. Estará en la lista cuando lo siga.",
  "Leave this empty": "Deje esto vacío",
  "Check your mail.": "Revise su correo.",
  "Sign up another address": "Suscribir otra dirección",
  // what search engines and social media are told of a page
  "Borrow books, video and audio for health education: a free lending library for school staff of California.":
    "Libros, videos y audios de educación para la salud: una biblioteca de préstamo gratuito para el personal escolar de California.",
  "What is new at the lending library: new titles, services and dates for school staff.":
    "Novedades de la biblioteca de préstamo: títulos, servicios y fechas para el personal escolar.",
  "Join the mailing list, and hear from the lending library when there is something new.":
    "Suscríbase a la lista de correo y reciba las novedades de la biblioteca de préstamo.",
  "This page does not exist, or the item is no longer here.": "Esta página no existe, o el material ya no está aquí.",
  "What the library has for “{text}”: books, video and audio to borrow free of charge.":
    "Lo que la biblioteca tiene sobre “{text}”: libros, videos y audios en préstamo gratuito.",
} as const;
