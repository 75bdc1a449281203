import { words } from '../../../web/words.ts'

export const useAgreeWords = words(
  'agree-first',
  {
    title: '用户协议已更新',
    lead: '请阅读新版本，同意后继续使用。您的学习记录和学时不受影响。',
    text: '用户协议第 {version} 版',
    accept: '同意并继续',
  },
  {
    title: 'The user agreement has changed',
    lead: 'Please read the new version and accept it to continue. Your study records and hours are not affected.',
    text: 'User agreement, version {version}',
    accept: 'Accept and continue',
  },
)
