/* An ATmega328P that exists only here (simavr), with eight 74HC165 and four keys on its pins and its UART on a
 * pseudo-terminal: bench hub.elf [SEED]. Says where the port is, `{"port": "/dev/pts/4"}`, and takes lines:
 *
 *   c SITE LEVEL BOUNCE_MS   something is put on a pin (1) or lifted (0), after so many ms of bounce
 *   k KEY DOWN               a key goes down (1) or comes up (0)
 *   b BROKEN                 the chain of chips is cut (1), or whole again (0)
 *   r                        the reset button
 *
 * It runs as fast as the real one, or slower, and ends when stdin does.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

#define HZ 16000000ull
#define SLICE (HZ / 1000) /* cycles between two looks at the world */
#define CHIPS 8
#define RAM_START 0x100
#define RAM_SIZE 2048

static avr_t *avr;
static avr_irq_t *uart_in, *data_in;
static int port = -1, uart_full, chain_cut, echo, step;
static unsigned char inputs[CHIPS], shifting[CHIPS];
static unsigned char from_host[4096];
static int host_length;

static struct { int site, level, left_ms; } bouncing[64];

/* QH of chip 0: D7 of it first, then down to D0, then the next chip; behind the last one comes the echo. */
static void show_bit(void) {
    int level = 1;
    if (!chain_cut) level = step < 8 * CHIPS ? shifting[step >> 3] >> (7 - (step & 7)) & 1 : echo;
    avr_raise_irq(data_in, level);
}

static void on_load(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    if (value) return;
    memcpy(shifting, inputs, CHIPS);
    step = 0;
    show_bit();
}

static void on_clock(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    if (!value) return;
    step++;
    show_bit();
}

static void on_echo(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    echo = value;
    show_bit();
}

static void on_byte(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    unsigned char byte = value;
    if (write(port, &byte, 1) < 0) {} /* a host that does not read loses it, as on a real UART */
}

static void on_room(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)value;
    uart_full = param != NULL;
}

static void put(int site, int level) {
    if (level) inputs[site >> 3] &= ~(1 << (site & 7));
    else inputs[site >> 3] |= 1 << (site & 7);
}

static void key(int number, int down) {
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), number), !down);
}

static void wire(void) {
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_byte, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), on_room, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), on_room, &uart_full);
    data_in = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 6);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 4), on_load, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 5), on_clock, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 7), on_echo, NULL);
    for (int number = 0; number < 4; number++) key(number, 0);
}

static void obey(const char *line) {
    int a, b, c = 0;
    if (sscanf(line, "c %d %d %d", &a, &b, &c) >= 2 && a >= 0 && a < 8 * CHIPS) {
        for (unsigned i = 0; i < sizeof bouncing / sizeof *bouncing; i++)
            if (!bouncing[i].left_ms) {
                bouncing[i].site = a, bouncing[i].level = b, bouncing[i].left_ms = c + 1;
                break;
            }
    } else if (sscanf(line, "k %d %d", &a, &b) == 2 && a >= 0 && a < 4)
        key(a, b);
    else if (sscanf(line, "b %d", &a) == 1)
        chain_cut = a;
    else if (line[0] == 'r')
        avr_reset(avr);
}

static void bounce(void) {
    for (unsigned i = 0; i < sizeof bouncing / sizeof *bouncing; i++)
        if (bouncing[i].left_ms && !--bouncing[i].left_ms) put(bouncing[i].site, bouncing[i].level);
        else if (bouncing[i].left_ms) put(bouncing[i].site, random() & 1);
}

/* What the host wrote, as far as the UART takes it. */
static void feed(void) {
    int room = sizeof from_host - host_length, count = room ? read(port, from_host + host_length, room) : 0;
    if (count > 0) host_length += count;
    int gone = 0;
    while (gone < host_length && !uart_full) avr_raise_irq(uart_in, from_host[gone++]);
    memmove(from_host, from_host + gone, host_length -= gone);
}

/* One look at stdin; 0 when it has ended. */
static int world(void) {
    static char text[4096];
    static int length;
    struct pollfd ready = {0, POLLIN, 0};
    if (poll(&ready, 1, 0) <= 0) return 1;
    int count = read(0, text + length, sizeof text - 1 - length);
    if (count <= 0) return 0;
    text[length += count] = 0;
    char *line = text, *end;
    while ((end = strchr(line, '\n'))) {
        *end = 0;
        obey(line);
        line = end + 1;
    }
    memmove(text, line, length -= line - text);
    if (length == sizeof text - 1) length = 0;
    return 1;
}

/* What simavr has to say goes past stdout, which is for the port's name. */
static void log_line(struct avr_t *chip, const int level, const char *format, va_list arguments) {
    (void)chip;
    if (level <= LOG_ERROR) vfprintf(stderr, format, arguments);
}

static unsigned long long wall(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * HZ + now.tv_nsec * (HZ / 1000000) / 1000;
}

int main(int argc, char **argv) {
    elf_firmware_t firmware = {0};
    avr_global_logger_set(log_line);
    if (argc < 2 || elf_read_firmware(argv[1], &firmware)) {
        fprintf(stderr, "bench: %s is no firmware; give the hub.elf that avr-gcc made\n", argc < 2 ? "nothing" : argv[1]);
        return 2;
    }
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr->frequency = HZ;
    avr_load_firmware(avr, &firmware);
    srandom(argc > 2 ? atoi(argv[2]) : 0);
    for (int at = 0; at < RAM_SIZE; at++) avr->data[RAM_START + at] = random(); /* as memory is when power comes */
    memset(inputs, 0xff, sizeof inputs);
    wire();
    char name[128];
    int slave;
    struct termios raw = {0};
    cfmakeraw(&raw);
    raw.c_cflag |= CREAD;
    if (openpty(&port, &slave, name, &raw, NULL) < 0) {
        fprintf(stderr, "bench: no pseudo-terminal: %s\n", strerror(errno));
        return 1;
    }
    fcntl(port, F_SETFL, O_NONBLOCK);
    printf("{\"port\": \"%s\"}\n", name);
    fflush(stdout);
    unsigned long long ahead = avr->cycle - wall();
    while (world()) {
        feed();
        bounce();
        for (avr_cycle_count_t until = avr->cycle + SLICE; avr->cycle < until;) {
            int state = avr_run(avr);
            if (state == cpu_Done || state == cpu_Crashed) {
                fprintf(stderr, "bench: the program crashed\n");
                return 1;
            }
        }
        long long early = (long long)(avr->cycle - ahead - wall());
        if (early > 0) usleep(early / (HZ / 1000000));
        else if (early < -(long long)HZ / 10) ahead = avr->cycle - wall(); /* this machine is too slow: let it be */
    }
    return 0;
}
