// In words that every browser understands: what the pages need came with Chrome 100 and Safari 15.4 (web/floor.ts).
;(function () {
  if (
    typeof AbortSignal === 'function' &&
    'throwIfAborted' in AbortSignal.prototype &&
    typeof structuredClone === 'function' &&
    'noModule' in document.createElement('script')
  )
    return
  var root = document.getElementById('root')
  var sentence = document.createElement('div')
  sentence.id = 'too-old'
  sentence.setAttribute('role', 'alert')
  sentence.style.cssText = 'max-width:560px;margin:48px auto;padding:0 20px;font:18px/1.7 sans-serif'
  sentence.innerHTML =
    '<p lang="zh-CN" style="margin:0 0 20px">这个浏览器版本太旧，打不开本平台。请升级浏览器（Chrome 100、Safari 15.4 或更新），更新手机系统或微信，或换一台设备打开本页。您的学习记录不受影响。</p>' +
    '<p lang="en" style="margin:0 0 20px">This browser is too old for this portal. Please update it (Chrome 100, Safari 15.4 or later), update your phone or WeChat, or open this page on another device. Your study records are safe.</p>'
  root.parentNode.replaceChild(sentence, root)
  // Who can help: the portal's telephone, where it has one.
  var request = new XMLHttpRequest()
  request.addEventListener('load', function () {
    var phone = JSON.parse(request.responseText).attribute.info.phone
    if (!phone) return
    var link = document.createElement('a')
    link.href = 'tel:' + phone
    link.textContent = phone
    sentence.appendChild(document.createTextNode('需要帮助？请致电 / Need help? Call '))
    sentence.appendChild(link)
  })
  request.open('POST', '/api/login/get-system-config.action')
  request.setRequestHeader('content-type', 'application/json')
  request.send('{}')
})()
