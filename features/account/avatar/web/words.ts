import { words } from '../../../../web/words.ts'

export const useAvatarWords = words(
  'avatar',
  {
    title: '更换头像',
    hint: '支持 JPEG、PNG、WebP、GIF、AVIF，不小于 {width}×{height} 像素，不超过 {size}。',
    saved: '头像已更新',
  },
  {
    title: 'Change avatar',
    hint: 'JPEG, PNG, WebP, GIF or AVIF, at least {width}×{height} pixels and at most {size}.',
    saved: 'Avatar updated',
  },
)
