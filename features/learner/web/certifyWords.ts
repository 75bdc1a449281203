import { words } from '../../../web/words.ts'

export const useCertifyWords = words(
  'certify',
  {
    certify: '颁发证书',
    kind: '证书种类',
    template: '所用模板',
    skill: '技能证书',
    yearly: '年度证书（补发学时已达要求的）',
    noTemplate: '没有技能证书模板，请先在“证书模板”中新建',
    skillName: '职业（工种）',
    level: '技能等级',
    hint: '导入学员名册后选“这次导入的学员”，可以按名单颁发。每人单独成功或说明原因。',
    learnerHint: '输入姓名，或完整的手机号、证件号',
    manyHint: '给多人颁发，请在“学员”页勾选后操作。',
    start: '颁发',
  },
  {
    certify: 'Issue certificates',
    kind: 'Kind of certificate',
    template: 'Template used',
    skill: 'Skill certificate',
    yearly: 'Annual certificate (where hours were met and none was issued)',
    noTemplate: 'There is no template for skill certificates; create one under Certificate templates first',
    skillName: 'Skill',
    level: 'Level',
    hint: 'After importing a roster, choose “learners of this import” to issue by file. Each succeeds or is refused with a reason.',
    learnerHint: 'Type a name, or a full mobile or ID number',
    manyHint: 'To issue to many, tick them on the Learners tab.',
    start: 'Issue',
  },
)
