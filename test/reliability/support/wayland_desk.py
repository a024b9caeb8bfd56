"""A program on a Wayland compositor, over the protocol itself: windows, boxes that belong to one of another
connection (as GTK's of Electron's main process do), and the clipboard. It does what Chromium and GTK send for the
app's calls, and prints as JSON what became of each. Python's standard library alone: Node can hand no file over."""
import array, json, os, select, socket, struct, sys, tempfile, time

ACTIVATED = 4
TEXT = 'text/plain;charset=utf-8'
INTERFACES = ('wl_compositor', 'wl_shm', 'wl_seat', 'xdg_wm_base', 'wl_data_device_manager',
              'zxdg_exporter_v2', 'zxdg_importer_v2', 'zxdg_exporter_v1', 'zxdg_importer_v1')


class Connection:
    """One connection to the compositor. `on` maps an object and the number of its event to a listener."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(os.path.join(os.environ['XDG_RUNTIME_DIR'], os.environ['WAYLAND_DISPLAY']))
        self.last_id, self.serial, self.source = 1, 0, 0
        self.bytes, self.fds, self.on, self.bound = b'', [], {}, {}
        self.on[(1, 0)] = lambda body: sys.exit(f'refused: {body!r}')
        registry = self.new()
        self.on[(registry, 0)] = lambda body: self.bind(registry, body)
        self.call(1, 1, registry)
        self.sync()
        manager, seat = self.bound['wl_data_device_manager'], self.bound['wl_seat']
        self.device, self.offers, self.selection = self.new(), {}, 0
        self.on[(self.device, 0)] = self.offered
        self.on[(self.device, 5)] = self.selected
        self.call(manager, 1, self.device, seat)
        self.on[(self.bound['xdg_wm_base'], 0)] = lambda body: self.call(
            self.bound['xdg_wm_base'], 3, *struct.unpack('I', body))
        self.pump(0.1)

    def new(self):
        self.last_id += 1
        return self.last_id

    def call(self, target, opcode, *arguments, fd=None):
        body = b''
        for argument in arguments:
            if isinstance(argument, int):
                body += struct.pack('I', argument & 0xFFFFFFFF)
            else:
                text = argument.encode() + b'\0'
                body += struct.pack('I', len(text)) + text + b'\0' * (-len(text) % 4)
        message = struct.pack('II', target, (8 + len(body)) << 16 | opcode) + body
        socket.send_fds(self.socket, [message], [] if fd is None else [fd])

    def bind(self, registry, body):
        name, interface = struct.unpack_from('I', body)[0], text_at(body, 4)
        if interface in INTERFACES and interface not in self.bound:
            self.bound[interface] = self.new()
            version = min(struct.unpack('I', body[-4:])[0], 3)
            self.call(registry, 0, name, interface, version, self.bound[interface])

    def sync(self):
        """Until the compositor has done all it was asked for."""
        done, over = self.new(), []
        self.on[(done, 0)] = over.append
        self.call(1, 0, done)
        self.pump(10, lambda: over != [])

    def pump(self, seconds, until=lambda: False):
        """Handles what the compositor sends, for so long."""
        end = time.monotonic() + seconds
        while not until():
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.socket], [], [], left)[0]:
                return
            received, fds, _, _ = socket.recv_fds(self.socket, 65536, 16)
            self.fds += fds
            self.bytes += received
            while len(self.bytes) >= 8:
                target, head = struct.unpack_from('II', self.bytes)
                if len(self.bytes) < head >> 16:
                    break
                body, self.bytes = self.bytes[8:head >> 16], self.bytes[head >> 16:]
                self.on.get((target, head & 0xFFFF), lambda _: None)(body)

    # The clipboard.

    def offered(self, body):
        offer, = struct.unpack('I', body)
        self.offers[offer] = []
        self.on[(offer, 0)] = lambda text: self.offers[offer].append(text_at(text, 0))

    def selected(self, body):
        self.selection, = struct.unpack('I', body)

    def copy(self, text):
        """As Chromium writes a text: a new source, which takes the place of its last one, and the selection."""
        source = self.new()
        def send(_):
            with os.fdopen(self.fds.pop(0), 'wb') as pipe:
                pipe.write(text.encode())
        self.on[(source, 1)] = send
        self.call(self.bound['wl_data_device_manager'], 0, source)
        self.call(source, 0, TEXT)
        if self.source != 0:
            self.call(self.source, 1)
        self.source = source
        self.call(self.device, 1, source, self.serial)
        self.sync()

    def clear(self):
        """As Chromium clears: it destroys what it offers, and offers nothing."""
        self.call(self.source, 1)
        self.source = 0
        self.call(self.device, 1, 0, self.serial)
        self.sync()

    def paste(self, owner):
        """What a window of this connection pastes. `owner` may have to hand it over."""
        self.pump(0.3)
        if self.selection == 0:
            return ''
        out, into = os.pipe()
        self.call(self.selection, 1, TEXT, fd=into)
        os.close(into)
        text = b''
        for _ in range(20):
            owner.pump(0.05)
            self.pump(0.05)
            if select.select([out], [], [], 0)[0]:
                part = os.read(out, 4096)
                if part == b'':
                    break
                text += part
        os.close(out)
        return text.decode()


class Window:
    """A window that paints whenever the compositor asks it to."""

    def __init__(self, connection):
        self.at, self.frames, self.active = connection, 0, False
        self.surface = connection.new()
        connection.call(connection.bound['wl_compositor'], 0, self.surface)
        self.show()

    def show(self):
        at = self.at
        self.shell, self.toplevel, self.painted = at.new(), at.new(), False
        at.on[(self.shell, 0)] = self.configured
        at.on[(self.toplevel, 0)] = self.told
        at.call(at.bound['xdg_wm_base'], 2, self.shell, self.surface)
        at.call(self.shell, 1, self.toplevel)
        at.call(self.toplevel, 2, 'desk')

    def appear(self):
        self.at.call(self.surface, 6)
        self.at.pump(1)
        return self

    def told(self, body):
        states = body[12:12 + struct.unpack_from('I', body, 8)[0]]
        self.active = ACTIVATED in array.array('I', states)

    def configured(self, body):
        self.at.serial, = struct.unpack('I', body)
        self.at.call(self.shell, 4, self.at.serial)
        if not self.painted:
            self.painted = True
            self.paint()
        else:
            self.at.call(self.surface, 6)

    def paint(self):
        at, (width, height) = self.at, (64, 64)
        self.frames += 1
        if not hasattr(self, 'buffer'):
            file = tempfile.TemporaryFile()
            file.truncate(width * height * 4)
            pool, self.buffer = at.new(), at.new()
            at.call(at.bound['wl_shm'], 0, pool, width * height * 4, fd=file.fileno())
            at.call(pool, 0, self.buffer, 0, width, height, width * 4, 1)
        self.frame = done = at.new()
        at.on[(done, 0)] = lambda _: self.frame == done and self.paint()
        at.call(self.surface, 3, done)
        at.call(self.surface, 1, self.buffer, 0, 0)
        at.call(self.surface, 2, 0, 0, width, height)
        at.call(self.surface, 6)

    def minimise(self):
        self.at.call(self.toplevel, 13)
        self.at.pump(0.5)

    def hide(self):
        self.frame = 0
        for gone in ((self.shell, 0), (self.toplevel, 0)):
            del self.at.on[gone]
        self.at.call(self.surface, 1, 0, 0, 0)
        self.at.call(self.surface, 6)
        self.at.call(self.toplevel, 0)
        self.at.call(self.shell, 0)
        self.at.pump(0.3)

    def export(self):
        at, exported = self.at, self.at.new()
        handles = []
        at.on[(exported, 0)] = lambda body: handles.append(text_at(body, 0))
        at.call(foreign(at, 'exporter'), 1, exported, self.surface)
        at.pump(10, lambda: handles != [])
        return handles[0]

    def belong_to(self, handle):
        imported = self.at.new()
        self.at.call(foreign(self.at, 'importer'), 1, imported, handle)
        self.at.call(imported, 1, self.surface)

    def seen(self):
        """Whether it has the focus, and whether the compositor goes on asking it to paint."""
        before = self.frames

        def is_painted():
            return self.frames - before > 5

        # A slow machine paints late; whoever is never asked to is waited for to the end.
        self.at.pump(1)
        self.at.pump(5, is_painted)
        return {'focus': self.active, 'painted': is_painted()}


def text_at(body, place):
    length, = struct.unpack_from('I', body, place)
    return body[place + 4:place + 4 + length - 1].decode()


def foreign(at, what):
    return at.bound.get(f'zxdg_{what}_v2') or at.bound[f'zxdg_{what}_v1']


def question(minimised, belongs):
    """A box of main over the app's window."""
    app = Window(Connection()).appear()
    gtk = Connection()
    if minimised:
        app.minimise()
    box = Window(gtk)
    if belongs:
        box.belong_to(app.export())
    return box.appear().seen()


def brought_up(hidden_first):
    """The app's window, minimised, brought up by main without a token of the person's click."""
    app = Window(Connection()).appear()
    app.minimise()
    if hidden_first:
        app.hide()
        app.show()
    app.appear()
    return app.seen()


def clipboard(how, focused):
    """A copied token that the app clears, and what another program pastes afterwards, twice: later once more, as
    when a window of the app has got the focus again."""
    app = Connection()
    window = Window(app).appear()
    app.copy('TOKEN')
    # The compositor takes a copy for itself.
    app.pump(0.5)
    pasted = []
    if not focused:
        other = Window(Connection()).appear()
        app.pump(0.3)
        if window.active:
            sys.exit('the other window has not got the focus')
    for turn in range(2):
        if how == 'cleared' and turn == 0:
            app.clear()
        if how == 'overwritten':
            app.copy(' ')
        reader = Connection()
        over = Window(reader).appear()
        pasted.append(reader.paste(app))
        over.hide()
        if not focused and turn == 0:
            other.hide()
            app.pump(0.5)
            if not window.active:
                sys.exit('the focus has not come back')
    return pasted


if __name__ == '__main__':
    asked = json.loads(sys.argv[1])
    print(json.dumps(globals()[asked.pop('do')](**asked)))
