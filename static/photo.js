// The photo of a waffle's form: shown as soon as it is chosen, and cut to the shape of boards before it is sent.

/** As wide as photos are kept, in pixels. */
const WIDEST = 1600;

/** The part of a picture that a board shows; `at` is 0 for its beginning, 1 for its end. */
function partOf({ width, height }, shape, at) {
  const [w, h] = width > height * shape ? [height * shape, height] : [width, width / shape];
  return [(width - w) * at, (height - h) * at, w, h];
}

/** Has a form show a photo when one is chosen. Without the script, the file is sent as it is. */
export function showPhoto(form) {
  const { photo, crop } = form.elements;
  const frame = form.querySelector('[data-picture]');
  const choice = form.querySelector('[data-crop]');
  const before = [...frame.children];
  const canvas = document.createElement('canvas');
  let picture = null;

  /** How many times as wide as high the styles make the frame, as on boards. */
  function shapeOfBoards() {
    const [width, height = 1] = getComputedStyle(frame).aspectRatio.split('/').map(Number);
    return width / height;
  }

  function draw() {
    const shape = shapeOfBoards();
    const part = partOf(picture, shape, Number(crop.value));
    canvas.width = Math.max(1, Math.min(WIDEST, Math.round(part[2])));
    canvas.height = Math.max(1, Math.round(canvas.width / shape));
    const pen = canvas.getContext('2d');
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, ...part, 0, 0, canvas.width, canvas.height);
  }

  /** Puts the part that is shown in place of the file. */
  function cut() {
    const of = picture;
    canvas.toBlob((blob) => {
      if (!blob || of !== picture) return;
      const files = new DataTransfer();
      files.items.add(new File([blob], 'photo.jpg', { type: blob.type }));
      photo.files = files.files;
    }, 'image/jpeg', 0.9);
  }

  photo.addEventListener('change', async () => {
    const [file] = photo.files;
    // A file that the browser can't read is for the server to judge.
    const read = file && await createImageBitmap(file).catch(() => null);
    if (file !== photo.files[0]) return;
    picture?.close();
    picture = read ?? null;
    choice.hidden = !picture;
    frame.replaceChildren(...(picture ? [canvas] : file ? [] : before));
    frame.hidden = !frame.childElementCount;
    if (!picture) return;
    crop.value = 0.5;
    draw();
    cut();
  });
  crop.addEventListener('input', draw);
  crop.addEventListener('change', cut);
}
