import { refusals } from '../../contract/refusal.ts'

/** Limits on attempts: passwords, codes, faces, messages. */
export const rateLimitRefusals = refusals({
  tooManyTries: {
    code: 429,
    zh: '尝试次数过多，请 {minutes} 分钟后再试',
    en: 'Too many attempts; try again in {minutes} {minutes|minute|minutes}',
  },
})
