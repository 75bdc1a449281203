import { words } from '../../../../web/words.ts'
import { memberNames } from '../../manage/rules.ts'

export const useMemberWords = words(
  'member',
  {
    membership: '单位确认',
    unconfirmed: memberNames.unconfirmed.zh,
    confirmed: memberNames.confirmed.zh,
    confirmMany: '确认单位人员（{count}）',
    confirmYes: '确认属于单位',
    confirmQuestion: '确认 {count} 人是本单位人员？',
    confirmHint: '确认后按单位的优惠价和培训安排报名，本人会收到消息；已确认过的不变。',
    refuseMany: '移出单位（{count}）',
    refuseYes: '移出',
    refuseQuestion: '将待确认的 {count} 人移出单位？',
    refuseHint: '他们不再属于任何单位，须重新登录，并会收到消息；已确认过的不变。',
  },
  {
    membership: 'Unit confirmation',
    unconfirmed: memberNames.unconfirmed.en,
    confirmed: memberNames.confirmed.en,
    confirmMany: 'Confirm unit members ({count})',
    confirmYes: 'Confirm that they belong',
    confirmQuestion: 'Confirm that {count} {count|learner belongs|learners belong} to the unit?',
    confirmHint:
      'The unit’s prices and training plans apply to them from then on, and they get a message; those confirmed before stay as they are.',
    refuseMany: 'Remove from the unit ({count})',
    refuseYes: 'Remove',
    refuseQuestion: 'Remove {count} unconfirmed {count|learner|learners} from the unit?',
    refuseHint:
      'They belong to no unit any more, must sign in again and get a message; those confirmed before stay as they are.',
  },
)
