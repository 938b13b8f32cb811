/**
 * What the words of a title say it is for: not for a teacher, a class, or a family. Titles that these words miss, or
 * say wrongly, are decided one by one in read-by-hand.ts.
 */
export const notForAShelf: readonly RegExp[] = [
  // numbers for those who plan
  /United States,? .*\d{4}|United States, \d{4}|\bestimates?\b|provisional data|\bprevalence\b|\btrends\b|death rates|mortality|\bsurveillance|\bdata\b|surveys?\b|emergency department|characteristics of|disparit|differences in|racial|statistics/iu,
  // the Department of Veterans Affairs and the armed forces
  /\bveterans?\b|\bVA\b|\bVHA\b|\bmilitary\b|armed forces|\barmy\b|\bwar\b|battle/iu,
  // work and its rules
  /NIOSH|OSHA|\bworkers?\b|workplace|workforce|occupational|\bemploy|construction|longshor|industr|fire ?fighter|responders?|law enforcement|prosecut|correction|\bjails?\b|prison|incarcerat|criminal|\bjustice|trabajador|trabajo\b|empleados?|personal de|logging|marine terminal/iu,
  // clinics
  /clinic|\bproviders?\b|physician|practitioner|\bpatients?\b|nursing home|hospital|healthcare|health care|health centers|pharmac|\bnurs(?:e|es|ing)\b|dialysis|storage and handling|catch-up guidance|recommendations|guideline|prescrib|treatment planning|evidence (?:brief|map)|biosimilar|standing orders/iu,
  // programs, money, and government
  /medicare|medicaid|\bCMS\b|social security|supplemental security|\bSNAP\b|\bWIC\b|adult care food program|Alimentos para|\bgrants?\b|strateg|\bpolic(?:y|ies)\b|\breport\b|review of|evaluation|funding|financ|authoriz|regulat|compliance|classification standard|directory|publications|state agenc|federal|program guide|oversight|congress|advisory council|agreements?\b|whistleblow|insurance|benefits|food stamp/iu,
  // research about research
  /feasibility|estimating|examining|linking|comparison of|risk assessment|scanner|findings|simulating|assessment of|risk profile|sampling|meta-analysis|engineering|laborator|toxicol|carcinogen|consultation|conference|proceedings/iu,
  // the first years of COVID-19
  /COVID|coronavirus|pandemi|contact tracing|quarantine|cuarentena/iu,
  // those who look after children for the state
  /child welfare|child protective|bienestar de menores|adoption|adoptive|foster|crianza\b|trafficking|home visiting|fatherhood programs|dads|child support|subsid/iu,
  // old age, and the last months of a life
  /older (?:adults|people|consumers)|\baging\b|ageless|personas mayores|no tiene edad|envejecimiento|dementia|menopaus|palliative|paliativos|cancer treatment|advanced cancer|someone you love|ser querido|as you age|elder|alzheimer|memory problems/iu,
  // treatment, and those who organize it
  /opioid use disorder|buprenorphine|recovery housing|recovery-oriented|serious mental illness|behavioral health|peer (?:specialist|recovery)|treatment facility|treatment programs|trauma-focused|DSM|IDEA\b|section 504|tribal|indian health|\bIHS\b|indian country|telehealth|technical experts|initiatives?\b/iu,
  // machines, buildings, and parks
  /chain ?saws?|motosierras|trench|zanjas|ladders|escaleras|residential building|buildings \(|line handling|cables en|grinding|grinders|purse seining|concessioner|national (?:monument|historical)|plantation|treestands|firefighting|bomberos|electric vehicle|energy transition|biscayne|rocky mountain|yellowstone/iu,
  // addresses of the web
  /\.gov\b|locator|warehouse|search ncbi|myhealthfinder|CDC TRAIN/iu,
];

/** Subject headings that say the same of a title which does not. */
export const notAboutThese = /\bveterans\b|^older people|\|older people|nursing homes/iu;
