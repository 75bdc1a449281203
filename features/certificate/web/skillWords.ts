import { words } from '../../../web/words.ts'

/** Words of the look-up of skill certificates. */
export const useSkillWords = words(
  'skillCertificate',
  {
    lookUpTitle: '技能证书查询',
    findOut: '查技能证书',
    numberOrCard: '证书编号或证件号',
    wrongNumber: '请填写完整的编号',
    noCertificate: '没有查到技能证书，请核对姓名和编号。',
    found: '查到 {count} 张技能证书',
    issued: '{date} 签发',
    verify: '在线查验',
  },
  {
    lookUpTitle: 'Find a skill certificate',
    findOut: 'Find certificates',
    numberOrCard: 'Certificate number or ID number',
    wrongNumber: 'Enter the number in full',
    noCertificate: 'No skill certificate was found. Check the name and the number.',
    found: '{count} skill {count|certificate|certificates} found',
    issued: 'Issued on {date}',
    verify: 'Verify online',
  },
)
