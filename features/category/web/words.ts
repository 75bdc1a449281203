import { words } from '../../../web/words.ts'

export const useFolderWords = words(
  'folder',
  {
    folders: '目录',
    create: '新建目录',
    createBelow: '新建下级目录',
    deleteConfirm: '删除目录“{name}”？',
  },
  {
    folders: 'Folders',
    create: 'New folder',
    createBelow: 'New subfolder',
    deleteConfirm: 'Delete folder “{name}”?',
  },
)
