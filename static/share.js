// The share editor: the preview follows the message, and the message goes where the seller posts.

const form = document.querySelector('[data-share-form]');
const message = form.elements.message;
const template = form.querySelector('[data-template]');
const preview = document.querySelector('[data-preview]');
const error = document.querySelector('[data-preview-error]');
const copyButton = document.querySelector('[data-copy-message]');
const shareButton = document.querySelector('[data-share-message]');

const PAUSE = 250;
let asked = 0;
let timer;

function show(text) {
  preview.textContent = text.trim() && text;
  copyButton.dataset.copy = text;
}

async function render() {
  const turn = ++asked;
  let problem = '';
  try {
    const response = await fetch(`/api/admin/waffles/${form.dataset.id}/share-message/render`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: message.value }),
    });
    const answer = await response.json();
    if (turn !== asked) return;
    if (response.ok) show(answer.message);
    else problem = response.status === 401 ? 'Sign in again to see the preview.' : answer.error;
  } catch {
    if (turn !== asked) return;
    problem = 'The preview can’t be loaded right now. Your text is still here.';
  }
  error.textContent = problem;
  error.hidden = !problem;
}

function renderSoon() {
  clearTimeout(timer);
  timer = setTimeout(render, PAUSE);
}

/** The words of the chosen template. */
const words = () => template.selectedOptions[0]?.dataset.body ?? '';

/** Whether the message is one of the templates as it stands, so that nothing of the seller's own gets lost. */
const untouched = () => {
  const text = message.value.trim();
  return !text || [...template.options].some((option) => option.dataset.body.trim() === text);
};

function useTemplate() {
  message.value = words();
  message.dispatchEvent(new Event('input'));
  clearTimeout(timer);
  render();
}

message.addEventListener('input', renderSoon);
template.addEventListener('change', () => {
  if (untouched()) useTemplate();
});
form.querySelector('[data-use-template]').addEventListener('click', (event) => {
  event.preventDefault();
  useTemplate();
  message.focus();
});
// The preview is there all the time.
form.querySelector('[data-preview-button]').hidden = true;

if (navigator.share) {
  shareButton.hidden = false;
  shareButton.addEventListener('click', () => navigator.share({ text: preview.textContent }).catch(() => {}));
}
