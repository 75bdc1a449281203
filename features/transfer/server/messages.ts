import { messageKind } from '../../../contract/message.ts'

const names = {
  fromName: { zh: '原班级', en: 'class left' },
  toName: { zh: '新班级', en: 'class joined' },
}

/** A learner was moved into another class. */
export const transferred = messageKind({
  code: 'transfer.moved',
  group: 'notice',
  params: { fromName: 'text', toName: 'text' },
  names,
  title: { zh: '您已转班', en: 'You were moved to another class' },
  text: {
    zh: '您已从“{fromName}”转到“{toName}”，两个班级共有的视频已学的时长一并带入，可以接着学习。',
    en: 'You were moved from “{fromName}” to “{toName}”. Time counted in videos of both classes came along; continue studying there.',
  },
  way: '/classCenter',
})

/** A transfer was undone. */
export const transferUndone = messageKind({
  code: 'transfer.undone',
  group: 'notice',
  params: { fromName: 'text', toName: 'text' },
  names,
  title: { zh: '转班已撤销', en: 'Transfer undone' },
  text: {
    zh: '从“{fromName}”到“{toName}”的转班已撤销，您仍在“{fromName}”学习。',
    en: 'Your move from “{fromName}” to “{toName}” was undone; you continue in “{fromName}”.',
  },
  way: '/classCenter',
})
