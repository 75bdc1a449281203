import { words } from '../../../web/words.ts'

/** Words of the agreement and the about text, which the foot of every page opens. */
export const useAgreementWords = words(
  'agreement',
  {
    agree: '我已阅读并同意',
    agreement: '用户协议',
    agreementTitle: '用户协议',
    aboutUs: '关于我们',
  },
  {
    agree: 'I have read and agree to the',
    agreement: 'user agreement',
    agreementTitle: 'User agreement',
    aboutUs: 'About us',
  },
)
