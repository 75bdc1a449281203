/** Sentences that refuse a later end of an enrolment. */
export const extensionWords = {
  endsEarlier: {
    code: 422,
    zh: '新的截止时间应晚于现在',
    en: 'The new end date must be in the future',
  },
  notLater: {
    code: 422,
    zh: '现在的学习截止时间是 {end}，延期只能改到更晚',
    en: 'Study currently ends on {end}; an extension must end later',
  },
  earlierYear: {
    code: 409,
    zh: '“{name}”是往年的班级，单位不能延期；请为这名学员下单今年的班级，或请平台的工作人员办理延期',
    en: '“{name}” is a class of an earlier year, which a unit cannot extend; order a class of this year for this learner, or ask the provider’s staff to extend it',
  },
  beyondTerms: {
    code: 422,
    zh: '按“{name}”的规定，单位最晚可以延到 {end}；要更晚，请平台的工作人员办理延期',
    en: 'By the terms of “{name}” a unit can extend until {end} at most; ask the provider’s staff for a later end',
  },
  noEnd: {
    code: 409,
    zh: '这条学习记录没有截止时间，无需延期',
    en: 'This enrolment has no end date; there is nothing to extend',
  },
} as const
