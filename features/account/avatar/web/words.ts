import { words } from '../../../../web/words.ts'

export const useAvatarWords = words(
  'avatar',
  {
    title: '更换头像',
    choose: '选择图片',
    another: '换一张图片',
    hint: '支持 JPEG、PNG、WebP、GIF、AVIF，不小于 {width}×{height} 像素，不超过 {size}。',
    frame: '拖动图片，或用方向键，选取头像的范围',
    zoom: '缩放',
    saved: '头像已更新',
  },
  {
    title: 'Change avatar',
    choose: 'Choose picture',
    another: 'Choose another',
    hint: 'JPEG, PNG, WebP, GIF or AVIF, at least {width}×{height} pixels and at most {size}.',
    frame: 'Drag the picture, or use the arrow keys, to choose what is shown',
    zoom: 'Zoom',
    saved: 'Avatar updated',
  },
)
