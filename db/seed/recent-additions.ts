/**
 * The newest titles, one a day, chosen by hand to show books, videos, and audio on different subjects to a first-time
 * visitor.
 */
export const recentAdditions: readonly string[] = [
  "GPO001463779", // How to talk to students about vaping
  "GPO000905123", // Our cultures are our source of health (video)
  "LV146", // Anne of Green Gables (audio)
  "GPO001461885", // Build a healthy eating routine
  "GPO001469686", // Protect our youth from cyberbullying
  "GPO001257489", // Everglades: adapt to survive (video)
  "GPO001254285", // Supporting your teen's mental health: tips for parents
  "LV3292", // Tanglewood Tales (audio)
  "GPO001472117", // A fact sheet for high school athletes
  "GPO001203576", // Monitoring climate change in the Smokies (video)
  "GPO001120055", // Youth online
  "LV2323", // Old Peter's Russian Tales (audio)
];
