import { words } from '../../../../web/words.ts'

export const useRosterWords = words(
  'roster',
  {
    learners: '学员',
    into: '导入到单位',
    hint: '新学员用手机验证码登录，登录后可以设置密码。按证件号认人：已在本单位的不会重复，已在其他单位的不会移动，手机号相同也不会合并。',
    chooseFirst: '请先选择单位',
    view: '查看学员',
  },
  {
    learners: 'learners',
    into: 'Into the unit',
    hint: 'New learners sign in with a code sent to their mobile and may set a password then. People are told apart by their ID: who is in the unit is not doubled, who is in another is not moved, and an equal mobile number joins nobody.',
    chooseFirst: 'Choose a unit first',
    view: 'See the learners',
  },
)
