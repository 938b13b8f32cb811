/** The public pages around the staff's texts: home, news, resources, the mailing list. */
export const site = {
  Welcome: "Bienvenidos",
  "Latest news": "Noticias recientes",
  "All news": "Todas las noticias",
  "No news yet.": "Todavía no hay noticias.",
  "Library news will appear here.": "Aquí aparecerán las novedades de la biblioteca.",
  news: "las noticias",
  "news item": "la noticia",
  "Learn more": "Más información",
  resources: "los recursos",
  "No links yet.": "Todavía no hay enlaces.",
  "Links to useful websites will appear here.": "Aquí aparecerán enlaces a sitios web útiles.",
  "Documents to download": "Documentos para descargar",
  "Our mission": "Nuestra misión",
  "How borrowing works": "Cómo funcionan los préstamos",
  "What teachers say": "Lo que dicen los maestros",
  testimonials: "testimonios",
  "Confirm your sign-up": "Confirmar su suscripción",
  "One more click, and you’ll hear from us when there’s something new.":
    "Un clic más y le avisaremos cuando haya algo nuevo.",
  "Unsubscribe from the mailing list": "Cancelar la suscripción a la lista de correo",
  "We’ll delete your address and stop emailing you.": "Borraremos su dirección y no volveremos a escribirle.",
  "Confirm my sign-up": "Confirmar mi suscripción",
  "Sign up again": "Suscribirse de nuevo",
  Unsubscribe: "Cancelar la suscripción",
  "We’ll email you a link. Follow it to join the list.":
    "Le enviaremos un mensaje con un enlace. Sígalo para unirse a la lista.",
  "Leave this field empty": "Deje este campo vacío",
  "Check your email.": "Revise su correo.",
  "Sign up another address": "Suscribir otra dirección",
  // metadata for search engines and social media
  "Borrow books, videos, and audio for health education from a free lending library for California school staff.":
    "Libros, videos y audios de educación para la salud: una biblioteca de préstamo gratuito para el personal escolar de California.",
  "News from the lending library: new titles, services, and dates for school staff.":
    "Novedades de la biblioteca de préstamo: títulos, servicios y fechas para el personal escolar.",
  "Join the mailing list to hear about new titles and services.":
    "Suscríbase a la lista de correo y reciba las novedades de la biblioteca de préstamo.",
  "This page doesn’t exist, or the item was removed.": "Esta página no existe, o el material ya no está aquí.",
  "Results for “{text}”: books, videos, and audio to borrow for free.":
    "Lo que la biblioteca tiene sobre “{text}”: libros, videos y audios en préstamo gratuito.",
  "Send everything back to": "Devuelva todo a",
  "There is no Spanish version of this text yet.": "Este texto todavía no está disponible en español.",
  "in English": "en inglés",
  "Terms accepted": "Términos aceptados",
  "Terms of <day>day</day>, in English": "Términos del <day>día</day>, en inglés",
  "Terms of <day>day</day>, in Spanish": "Términos del <day>día</day>, en español",
  "Original terms, in English": "Términos originales, en inglés",
  "Original terms, in Spanish": "Términos originales, en español",
  "Saved on <day>day</day>": "Guardados el <day>día</day>",
} as const;
