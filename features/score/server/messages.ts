import { messageKind } from '../../../contract/message.ts'

const names = {
  title: { zh: '考试名称', en: 'exam' },
  subject: { zh: '科目', en: 'subject' },
} as const
const params = { applicationId: 'id', title: 'text', subject: 'text' } as const
const way = '/trainIndex?mine={applicationId}'

/** A score is published. */
export const scorePublished = messageKind({
  code: 'score.published',
  group: 'notice',
  params,
  names,
  title: { zh: '成绩已发布', en: 'Score published' },
  text: {
    zh: '您参加的“{title}”的“{subject}”成绩已发布，请查看。',
    en: 'Your score in “{subject}” of “{title}” is published.',
  },
  way,
})

/** A published score was corrected. */
export const scoreCorrected = messageKind({
  code: 'score.corrected',
  group: 'notice',
  params,
  names,
  title: { zh: '成绩已更正', en: 'Score corrected' },
  text: {
    zh: '您的“{title}”的“{subject}”成绩已更正，请查看。',
    en: 'Your score in “{subject}” of “{title}” was corrected.',
  },
  way,
})

/** An appeal was upheld: the score is corrected. */
export const appealUpheld = messageKind({
  code: 'score.appealUpheld',
  group: 'notice',
  params,
  names,
  title: { zh: '成绩申诉成立', en: 'Appeal upheld' },
  text: {
    zh: '您对“{title}”的“{subject}”成绩的申诉成立，成绩已更正，请查看。',
    en: 'Your appeal about “{subject}” of “{title}” was upheld, and your score is corrected.',
  },
  way,
})

/** An appeal was rejected. */
export const appealRejected = messageKind({
  code: 'score.appealRejected',
  group: 'notice',
  params: { ...params, answer: 'text' },
  names: { ...names, answer: { zh: '答复', en: 'answer' } },
  title: { zh: '成绩申诉不成立', en: 'Appeal rejected' },
  text: {
    zh: '您对“{title}”的“{subject}”成绩的申诉不成立：{answer}',
    en: 'Your appeal about “{subject}” of “{title}” was rejected: {answer}',
  },
  way,
})
