import { words } from '../../../web/words.ts'

/** Words of the look-up of skill certificates. */
export const useSkillWords = words(
  'skillCertificate',
  {
    lookUpTitle: '技能证书查询',
    lookUpLead:
      '输入持证人姓名和一个号码，可查他在本平台的职业技能证书：职业、等级、编号和是否有效。两项须一致才有结果，否则只显示“没有查到”。',
    numberHint: '证书上印的编号，如 JN2023-0000012；也可填持证人完整的证件号。',
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
    lookUpLead:
      'With the holder’s name and one number you see the vocational skill certificates issued here: skill, level, number, and if each is valid. Both must match; otherwise the answer is only that none was found.',
    numberHint:
      'The number printed on the certificate, such as JN2023-0000012, or the holder’s ID number in full.',
    findOut: 'Find certificates',
    numberOrCard: 'Certificate number or ID number',
    wrongNumber: 'Enter the number in full',
    noCertificate: 'No skill certificate was found. Check the name and the number.',
    found: '{count} skill {count|certificate|certificates} found',
    issued: 'Issued on {date}',
    verify: 'Verify online',
  },
)
