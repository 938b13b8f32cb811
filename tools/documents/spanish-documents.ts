import type { SampleDocument } from "./draw-document.ts";

/** The Spanish versions of the sample documents, in the same order. */
export const spanishDocuments: readonly SampleDocument[] = [
  {
    language: "es",
    file: "ejemplo-evaluacion-del-plan-de-estudios.pdf",
    title: "Hoja de evaluación de un plan de estudios",
    introduction:
      "Para un comité de revisión. Cada miembro lee el plan de estudios y llena una hoja; después, el comité compara las " +
      "hojas. Evalúe lo que tiene delante, no lo que promete la portada.",
    answers: ["Sí", "En parte", "No"],
    sections: [
      {
        heading: "Contenido",
        questions: [
          "Trata el crecimiento y el desarrollo con palabras que los estudiantes de ese grado entienden.",
          "Trata cómo se previenen el embarazo y las infecciones, y describe todos los métodos de forma objetiva.",
          "Trata el VIH: cómo se transmite, se previene y se trata.",
          "Trata las relaciones sanas, el consentimiento y cómo pedir ayuda.",
          "Trata dónde encuentran los estudiantes servicios de salud y qué pueden preguntar en confianza.",
        ],
      },
      {
        heading: "Enseñanza",
        questions: [
          "Cada lección dice qué sabrán o podrán hacer los estudiantes.",
          "Los estudiantes practican habilidades: decidir, negarse, pedir ayuda.",
          "Las lecciones caben en el tiempo disponible y dicen qué omitir cuando no alcanza.",
          "La guía del maestro responde las preguntas que hacen los estudiantes.",
          "Hay una manera de comprobar lo que los estudiantes aprendieron.",
        ],
      },
      {
        heading: "Materiales",
        questions: [
          "Todo lo que mencionan las lecciones está en la caja o se consigue gratis.",
          "Los estudiantes con discapacidades pueden usar los materiales.",
          "Los materiales existen en los idiomas que leen nuestros estudiantes.",
        ],
      },
    ],
    lines: ["Plan de estudios y edición", "Grados", "Persona que revisa", "Fecha", "Recomendación y motivos"],
  },
  {
    language: "es",
    file: "ejemplo-revision-de-exactitud-e-inclusion.pdf",
    title: "Revisión de exactitud e inclusión",
    introduction:
      "Para una persona y un juego de materiales. Marque lo que encontró; anote la página de todo lo que se deba comprobar " +
      "o cambiar.",
    answers: ["Sí", "Dudoso", "No"],
    sections: [
      {
        heading: "Exactitud médica",
        questions: [
          "Los datos concuerdan con lo que publican hoy las agencias de salud pública.",
          "Se nombran las fuentes, y ninguna es demasiado antigua para lo que afirma.",
          "Las cifras dicen qué cuentan, dónde y cuándo.",
          "Las opiniones no se presentan como hechos.",
        ],
      },
      {
        heading: "Para cada estudiante",
        questions: [
          "Los ejemplos y las imágenes muestran estudiantes de distintos orígenes, capacidades y familias.",
          "El lenguaje y los ejemplos respetan todos los géneros y orientaciones sexuales.",
          "Nada se enseña con miedo, vergüenza ni estereotipos.",
          "No se expone a los estudiantes que han sufrido algún daño.",
          "No se enseña ni se promueve ninguna doctrina religiosa.",
        ],
      },
      {
        heading: "Edad",
        questions: [
          "Las palabras y las imágenes son adecuadas para el grado.",
          "Cada tema parte de lo que ya se enseñó.",
        ],
      },
    ],
    lines: ["Título y edición", "Persona que revisa", "Fecha", "Páginas por comprobar"],
  },
  {
    language: "es",
    file: "ejemplo-lista-para-planificar-la-ensenanza.pdf",
    title: "Lista para planificar la enseñanza",
    introduction:
      "Para quien planifica la unidad. Repásela antes de la primera lección. Primero están la ley y las normas de su " +
      "distrito; esta lista solo ayuda a no olvidar nada.",
    answers: ["Listo", "Previsto", "Falta"],
    sections: [
      {
        heading: "Antes de que empiece el año escolar",
        questions: [
          "Están fijados los grados y las semanas de enseñanza.",
          "El plan de estudios se revisó, y la revisión está archivada.",
          "Quienes lo enseñan tomaron la capacitación que necesitan.",
          "Las personas invitadas saben qué se enseña y qué pueden decir.",
        ],
      },
      {
        heading: "Familias",
        questions: [
          "El aviso a madres, padres y tutores está escrito y se envía a tiempo.",
          "Los materiales se pueden consultar, y el aviso dice dónde.",
          "Está acordado cómo una familia excusa a un estudiante y qué hace él mientras tanto.",
        ],
      },
      {
        heading: "En el salón de clases",
        questions: [
          "Los libros, los videos y las hojas están pedidos, con días de sobra para el envío.",
          "Hay una persona a quien los estudiantes pueden acudir después de una lección.",
          "Está acordado cómo se puede preguntar sin dar el nombre.",
          "La fecha de devolución de todo lo prestado está en el calendario.",
        ],
      },
    ],
    lines: ["Escuela", "Maestro o maestra", "Semanas de enseñanza"],
  },
];
