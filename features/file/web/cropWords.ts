import { words } from '../../../web/words.ts'

export const useCropWords = words(
  'crop',
  {
    choose: '选择图片',
    another: '换一张图片',
    frame: '拖动图片，或用方向键，选取要显示的部分',
    zoom: '缩放',
  },
  {
    choose: 'Choose picture',
    another: 'Choose another',
    frame: 'Drag the picture, or use the arrow keys, to choose what is shown',
    zoom: 'Zoom',
  },
)
