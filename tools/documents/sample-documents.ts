import type { SampleDocument } from "./draw-document.ts";

/**
 * The sample documents of the home page. The project's own neutral words, not an agency's form and not legal advice.
 */
export const sampleDocuments: readonly SampleDocument[] = [
  {
    language: "en",
    file: "sample-curriculum-assessment.pdf",
    title: "Curriculum assessment worksheet",
    introduction:
      "For a review committee. Each member reads the curriculum and fills in one sheet; the committee then compares the " +
      "sheets. Rate what is in front of you, not what the cover promises.",
    answers: ["Fully", "Partly", "Not"],
    sections: [
      {
        heading: "Content",
        questions: [
          "Covers growth and development, in words the grade level understands.",
          "Covers how pregnancy and infections are prevented, with all methods described objectively.",
          "Covers HIV: how it is passed on, prevented and treated.",
          "Covers healthy relationships, consent and how to get help.",
          "Covers where students find health services, and what they may ask for in confidence.",
        ],
      },
      {
        heading: "Teaching",
        questions: [
          "Each lesson states what students will know or be able to do.",
          "Students practice skills: deciding, refusing, asking for help.",
          "The lessons fit the time that is there, and say what to leave out when it is short.",
          "The teacher's guide answers the questions that students ask.",
          "There is a way to find out what students have learned.",
        ],
      },
      {
        heading: "Materials",
        questions: [
          "Everything that the lessons name is in the box or free to get.",
          "Students with disabilities can use the materials.",
          "The materials exist in the languages that our students read.",
        ],
      },
    ],
    lines: ["Curriculum and edition", "Grades", "Reviewer", "Date", "Recommendation and reasons"],
  },
  {
    language: "en",
    file: "sample-accuracy-and-inclusion-review.pdf",
    title: "Accuracy and inclusion review",
    introduction:
      "For one reviewer and one set of materials. Mark what you found; note the page of everything that needs to be " +
      "checked or changed.",
    answers: ["Yes", "Unsure", "No"],
    sections: [
      {
        heading: "Medical accuracy",
        questions: [
          "Facts agree with what public health agencies publish today.",
          "Sources are named, and none is older than the facts can bear.",
          "Numbers say what they count, where and when.",
          "Opinion is not presented as fact.",
        ],
      },
      {
        heading: "For every student",
        questions: [
          "Examples and pictures show students of different backgrounds, abilities and families.",
          "Language and examples respect every gender and sexual orientation.",
          "Nothing is taught by fear, shame or stereotype.",
          "Students who have been through harm are not put on the spot.",
          "No religious doctrine is taught or promoted.",
        ],
      },
      {
        heading: "Age",
        questions: ["Words and pictures suit the grade level.", "Each topic builds on what was taught before."],
      },
    ],
    lines: ["Title and edition", "Reviewer", "Date", "Pages to check"],
  },
  {
    language: "en",
    file: "sample-instruction-planning-checklist.pdf",
    title: "Instruction planning checklist",
    introduction:
      "For whoever plans the unit. Work through it before the first lesson. Your district's own policy and the law come " +
      "first; this list only helps not to forget anything.",
    answers: ["Done", "Planned", "Open"],
    sections: [
      {
        heading: "Before the year begins",
        questions: [
          "The grades and the weeks of instruction are set.",
          "The curriculum was reviewed, and the review is on file.",
          "Those who teach it were trained in the courses they need.",
          "Guest speakers know what is taught, and what they may say.",
        ],
      },
      {
        heading: "Families",
        questions: [
          "The notice to parents and guardians is written, and goes out in time.",
          "The materials can be looked at, and the notice says where.",
          "It is settled how a family excuses a student, and what that student does meanwhile.",
        ],
      },
      {
        heading: "In the classroom",
        questions: [
          "Books, videos and handouts are ordered, with days to spare for shipping.",
          "Someone is named to whom students can turn after a lesson.",
          "It is settled how questions can be asked without a name.",
          "The return date of everything borrowed stands in the calendar.",
        ],
      },
    ],
    lines: ["School", "Teacher", "Weeks of instruction"],
  },
];
