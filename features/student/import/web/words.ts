import { words } from '../../../../web/words.ts'

export const useRosterWords = words(
  'roster',
  {
    learners: '学员',
    into: '导入到单位',
    hint: '新学员用手机验证码登录，登录后可以设置密码。按证件号认人：已在本单位的不会重复，已在其他单位的不会移动，手机号相同也不会合并。',
    chooseFirst: '请先选择单位',
    confirmInto: '将导入到“{unit}”，请核对后再检查文件',
    view: '查看学员',
  },
  {
    learners: 'learners',
    into: 'Import into unit',
    hint: 'New learners sign in by SMS code and can set a password afterwards. People are identified by ID number: those already in this unit are not duplicated, those in other units are not moved, and the same mobile number does not merge accounts.',
    chooseFirst: 'Select a unit first',
    confirmInto: 'It will be imported into “{unit}”; make sure before you check the file',
    view: 'View learners',
  },
)
